/** Who watches a table, in a line: `Léa, Tom and 3 others are watching`. */

import { t } from "../lib/i18n";
import { together } from "../lib/names";

/** How many names to show if there are more people than that. */
const FEW = 2;

/** `count` people watch; `names` are the first names among them. */
export function whoWatches(count: number, names: readonly string[]): string {
  const said = names.slice(0, count > FEW + 1 ? FEW : count);
  if (said.length === 0) return t("ui.watching.count", { n: count });
  const others = count - said.length;
  return t("ui.watching.named", {
    n: count,
    names: together(others > 0 ? [...said, t("ui.watching.others", { n: others })] : said),
  });
}
