import "./globals.js";
import { creates } from "../../xs/creates.js";
import { doNothing } from "../../xs/nothing.js";

doNothing(creates);
