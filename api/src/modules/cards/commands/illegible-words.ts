import { illegibleProblem } from './illegible-problem.ts';
import type { MatterDetail, MatterWords } from './matter-kind.ts';

/** What a network wrote and nobody can read: why, and its fields. */
export function illegibleWords(one: {
  text: string;
  problem: string;
}): Pick<MatterWords, 'problem' | 'details'> {
  return { problem: illegibleProblem(one.problem, readObject(one.text)), details: detailsOf(one) };
}

/** No record of a network has a field with such a name. If one sends it anyway, nobody may see it. */
const SECRET =
  /"([^"]*(?:pass|pwd|secret|token|cvv|api_?key)[^"]*|pin(?:code)?)"\s*:\s*("(?:[^"\\]|\\.)*"?|[^,}\]]+)/gi;

/**
 * The fields as the network named them; a record that was truncated, or is not an object, as one text. The log's own
 * words come last: the one who looks after the server finds it by them.
 */
function detailsOf({ text, problem }: { text: string; problem: string }): MatterDetail[] {
  const shown = text.replace(SECRET, '"$1":"…"');
  const record = readObject(shown) ?? { Запись: shown };
  const fields = Object.entries(record).map(([label, value]) => ({ label, value: valueText(value) }));
  return [...fields, { label: 'Запись журнала', value: problem }];
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function valueText(value: unknown): string {
  if (value === null || value === '') return 'пусто';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
