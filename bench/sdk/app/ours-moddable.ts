/** This library on Moddable's HTTP client. */
import "./globals.js";
import type { Network } from "records-client";
import { carryOut } from "../../xs/plan.js";
import { Ours } from "../../xs/subject.js";
import { moddable } from "./network.js";

carryOut(new Ours(moddable as unknown as Network));
