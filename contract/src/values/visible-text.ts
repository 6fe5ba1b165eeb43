/**
 * Removes invisible characters from a text: zero-width spaces, marks of direction, soft hyphens, fillers, controls.
 * They come with pasted text, and make two names that look the same differ, or a name look empty. Joiners of an emoji
 * stay. A letter and its combining mark, as in a Mac's files, become one letter.
 */
export function visibleText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(INVISIBLE, (sign, emoji?: string) => emoji ?? (ALLOWED_CONTROLS.has(sign) ? sign : ''));
}

const INVISIBLE =
  /([\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?\u200D)|[\p{Cf}\p{Cc}\u115F\u1160\u2028\u2029\u2800\u3164\uFFA0]/gu;

/** Line ends and tabs. The zero character is refused by the caller that validates the text (fields.ts). */
const ALLOWED_CONTROLS = new Set(['\n', '\r', '\t', '\u0000']);

/** Replaces spaces in a row by one: two names that differ in them alone look the same. */
export function withSingleSpaces(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Returns what two titles that a reader takes for the same have in common: no case, no spaces in a row or around. */
export function titleKey(title: string): string {
  return withSingleSpaces(visibleText(title)).toLowerCase();
}

/** Maps Latin letters to the Russian letters that look like them. */
const LOOKALIKE_LETTERS_MAP: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('ABCEHKMOPTXYaceopxy', (letter, index) => [letter, [...'АВСЕНКМОРТХУасеорху'][index] as string]),
);

/**
 * Returns a person's name with each word in one alphabet. Latin letters in a Russian word, left by a forgotten keyboard
 * layout, become the Russian ones that they look like. «Иванoв» with a Latin o is then found as «Иванов», and no one
 * else can take a name that only looks the same.
 */
export function toOneAlphabet(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(/[\p{L}\p{M}]+/gu, (word) =>
      /\p{Script=Cyrillic}/u.test(word)
        ? word.replaceAll(/[A-Za-z]/g, (value) => LOOKALIKE_LETTERS_MAP[value] ?? value)
        : word,
    );
}

/** Whether a word of the name mixes letters of two alphabets. */
export function mixesAlphabets(name: string): boolean {
  return (name.match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => {
    const letters = Array.from(word).filter((value) => /\p{L}/u.test(value));
    return (
      letters.some((letter) => /\p{Script=Cyrillic}/u.test(letter)) &&
      !letters.every((letter) => /\p{Script=Cyrillic}/u.test(letter))
    );
  });
}
