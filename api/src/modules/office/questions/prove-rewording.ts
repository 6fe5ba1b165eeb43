import { readTypedAction, type TypedAction } from '#contract/read-typed-action.ts';
import { readQuestion } from '#contract/read-question.ts';
import { SEARCH_MAX } from '#contract/search.ts';
import { getStem } from '#contract/word-stem.ts';
import { goodsMeant } from './goods-meant.ts';

/** A sentence of the closed grammars that contains only what was typed. */
export type Proven = { sentence: string } & ({ deed: TypedAction } | { deed: null });

/**
 * Checks a model's answer like any other text. Returns null if it is not a sentence of the closed grammars, or names
 * something that was not typed.
 */
export function proveRewording(typed: string, input: string, today: string): Proven | null {
  if (input.length > SEARCH_MAX || /[\n\r]/.test(input)) return null;
  const given = splitWords(typed);
  const action = readTypedAction(input);
  if (action) {
    if (!isSumInFigures(action, input)) return null;
    const isTyped = splitWords(action.words).every((word) => isAmong(given, word));
    return isTyped && hasOnly(listNumbers(input), numbersTyped(typed))
      ? { sentence: input, deed: action }
      : null;
  }
  const question = readQuestion(input, today);
  if (!question) return null;
  const year = Number(today.slice(0, 4));
  const numbers = new Set([...numbersTyped(typed), String(year), String(year - 1)]);
  const isTyped = question.words.every((word) => goodsMeant(word) !== null || isAmong(given, word));
  return isTyped && hasOnly(listNumbers(input), numbers) ? { sentence: input, deed: null } : null;
}

/** Returns whether the sum is in figures. A sum in words can't be compared with what was typed. */
function isSumInFigures(action: TypedAction, input: string): boolean {
  if (!('sumKopecks' in action)) return true;
  if (action.sumKopecks === null) return false;
  return input.replace(/\s/g, '').includes(String(Math.floor(action.sumKopecks / 100)));
}

function splitWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('ё', 'е')
      .match(/[\p{L}\d]+/gu) ?? []
  );
}

/** Compares words in any form: «Волковым» is «Волков». */
function isAmong(given: readonly string[], word: string): boolean {
  return splitWords(word).every((part) =>
    given.some((value) => value === part || getStem(value) === getStem(part)),
  );
}

/** «5 000» is one number. */
function listNumbers(text: string): string[] {
  return joined(text).match(/\d+/g) ?? [];
}

function joined(text: string): string {
  return text.replace(/(?<!\d)\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)/g, (number) =>
    number.replace(/\D/g, ''),
  );
}

/** «5 тысяч», «5к» also are 5000. */
function numbersTyped(text: string): Set<string> {
  const plain = joined(text.toLowerCase());
  const thousands = [...plain.matchAll(/(\d+) ?(?:тыс\S*|т\.р|к(?![а-яё]))/g)].map(
    ([, number]) => `${number}000`,
  );
  return new Set([...listNumbers(plain), ...(text.match(/\d+/g) ?? []), ...thousands]);
}

function hasOnly(numbers: readonly string[], known: ReadonlySet<string>): boolean {
  return numbers.every((number) => known.has(number));
}
