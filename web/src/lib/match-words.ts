/**
 * Scale of how well words match a text: not at all, inside it, at the beginnings of its words, at its beginning,
 * wholly.
 */
export const MATCH = { none: 0, inside: 1, words: 2, start: 3, whole: 4 } as const;

/**
 * Normalizes a text for comparison: small letters, «ё» as «е», Latin letters as the Russian ones that look the same,
 * because plates are typed in either.
 */
export function normalizeText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/[a-zё]/g, (letter) => LOOKALIKE_LETTERS[letter] ?? letter)
    .trim();
}

const LOOKALIKE_LETTERS: Readonly<Record<string, string>> = {
  ё: 'е',
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
};

/**
 * Scores texts that `normalizeText` has returned. Every word has to be found. Spaces do not matter where all words
 * stand in one place.
 */
export function matchWords(words: string, text: string): number {
  if (words === '') return MATCH.none;
  if (text === words) return MATCH.whole;
  if (text.startsWith(words)) return MATCH.start;
  const parts = words.split(' ');
  if (parts.every((part) => ` ${text}`.includes(` ${part}`))) return MATCH.words;
  const isInside = parts.every((part) => text.includes(part));
  return isInside || withoutSpaces(text).includes(withoutSpaces(words)) ? MATCH.inside : MATCH.none;
}

function withoutSpaces(text: string): string {
  return text.replaceAll(' ', '');
}
