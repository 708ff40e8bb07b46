import "./globals.js";
import type { Network } from "records-client";
import { createWith } from "../../xs/create-with.js";
import { creates } from "../../xs/creates.js";
import { moddable } from "./network.js";

createWith(creates, { network: moddable as unknown as Network });
