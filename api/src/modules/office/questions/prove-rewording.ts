import { readDeed, type SaidDeed } from '#contract/read-deed.ts';
import { readQuestion } from '#contract/read-question.ts';
import { SEARCH_MAX } from '#contract/search.ts';
import { stemOf } from '#contract/word-stem.ts';
import { goodsMeant } from './goods-meant.ts';

/** A sentence of the closed grammars that says nothing which was not typed. */
export type Proven = { sentence: string } & ({ deed: SaidDeed } | { deed: null });

/** What a model says is a text like any other: null for what is no such sentence, or names what nobody has typed. */
export function proveRewording(typed: string, said: string, today: string): Proven | null {
  if (said.length > SEARCH_MAX || /[\n\r]/.test(said)) return null;
  const given = wordsOf(typed);
  const deed = readDeed(said);
  if (deed) {
    if (!isSumInFigures(deed, said)) return null;
    const isTyped = wordsOf(deed.words).every((word) => isAmong(given, word));
    return isTyped && hasOnly(numbersOf(said), numbersTyped(typed)) ? { sentence: said, deed } : null;
  }
  const question = readQuestion(said, today);
  if (!question) return null;
  const year = Number(today.slice(0, 4));
  const numbers = new Set([...numbersTyped(typed), String(year), String(year - 1)]);
  const isTyped = question.words.every((word) => goodsMeant(word) !== null || isAmong(given, word));
  return isTyped && hasOnly(numbersOf(said), numbers) ? { sentence: said, deed: null } : null;
}

/** A sum by words has no figures that could be held against what was typed. */
function isSumInFigures(deed: SaidDeed, said: string): boolean {
  if (!('sumKopecks' in deed)) return true;
  if (deed.sumKopecks === null) return false;
  return said.replace(/\s/g, '').includes(String(Math.floor(deed.sumKopecks / 100)));
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('ё', 'е')
      .match(/[\p{L}\d]+/gu) ?? []
  );
}

/** In whatever form: «Волковым» is «Волков». */
function isAmong(given: readonly string[], word: string): boolean {
  return wordsOf(word).every((part) => given.some((one) => one === part || stemOf(one) === stemOf(part)));
}

/** «5 000» is one number. */
function numbersOf(text: string): string[] {
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
  return new Set([...numbersOf(plain), ...(text.match(/\d+/g) ?? []), ...thousands]);
}

function hasOnly(numbers: readonly string[], known: ReadonlySet<string>): boolean {
  return numbers.every((number) => known.has(number));
}
