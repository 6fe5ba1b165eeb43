/** How well words fit a text: not at all, inside it, at the beginnings of its words, at its beginning, wholly. */
export const MATCH = { none: 0, inside: 1, words: 2, start: 3, whole: 4 } as const;

/**
 * A text as it is compared: small letters, «ё» as «е», Latin letters as the Russian ones that look the same, because
 * plates are typed in either.
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

/** Both as `normalizeText` gives them. Every word has to be found; spaces do not matter where all stand in one place. */
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
