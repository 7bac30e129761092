/** What a page asks the server about component files. */

import { problem, raw, word } from "./api";
import type { Message } from "./i18n";

export type FileProblem = { field: string; said: Message };
/** The component file of the printed box. */
export async function printedComponents(game: string): Promise<string> {
  const answer = await raw(`/api/components/${word(game)}`);
  if (!answer.ok) throw await problem(answer);
  return answer.text();
}

/** What is wrong with a component file, or how many can play with its box. */
export async function checkComponents(game: string, toml: string): Promise<FileProblem | { seats: number[] }> {
  const init = { method: "POST", headers: { "content-type": "application/toml" }, body: toml };
  const answer = await raw(`/api/components/${word(game)}/check`, init);
  if (answer.ok) return (await answer.json()) as { seats: number[] };
  if (answer.status !== 422) throw await problem(answer);
  return fileProblem(await answer.json());
}

/** The field and what to say in an answer about a bad file. */
function fileProblem(body: unknown): FileProblem {
  const { error } = body as { error: Message & { field: string } };
  return { field: error.field, said: { key: error.key, args: error.args ?? {} } };
}
