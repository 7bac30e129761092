/** Why something was refused, for people around a table. */

import { ApiError, saidOf } from "../lib/api";
import type { Message } from "../lib/i18n";

/** Said where nobody answers: that is no verdict. */
export const UNREACHABLE = "ui.box.unreachable";

/** Why, without where in the situation, which nobody sees. */
export function plainly(reason: unknown): Message {
  const said = saidOf(reason);
  if (said.key === "error.unreachable") return { key: UNREACHABLE };
  const why = said.args?.["why"];
  if (!(reason instanceof ApiError) || said.key !== "error.bad_input") return said;
  return typeof why === "string" ? { key: "ui.box.said", args: { what: why } } : ((why as Message | undefined) ?? said);
}
