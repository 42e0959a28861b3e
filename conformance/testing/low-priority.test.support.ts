/** Lets the tests that measure time have the processors first; what a test starts has its priority. */
import { constants, setPriority } from "node:os";

setPriority(constants.priority.PRIORITY_LOW);
