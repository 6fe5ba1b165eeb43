/**
 * A text without signs that nobody sees: zero-width spaces, marks of direction, soft hyphens, fillers, controls. They come
 * with what is pasted, and make two names that look the same differ, or a name look like nothing. What joins an emoji stays.
 * A letter and its mark, as a Mac's files have them, become one letter.
 */
export function visibleText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(INVISIBLE, (sign, emoji?: string) => emoji ?? (ALLOWED_CONTROLS.has(sign) ? sign : ''));
}

const INVISIBLE =
  /([\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?\u200D)|[\p{Cf}\p{Cc}\u115F\u1160\u2028\u2029\u2800\u3164\uFFA0]/gu;

/** Ends of lines and tabs; the zero character is refused by whoever reads the text (fields.ts). */
const ALLOWED_CONTROLS = new Set(['\n', '\r', '\t', '\u0000']);

/** Latin letters that look like Russian ones, with these. */
const TWINS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('ABCEHKMOPTXYaceopxy', (letter, index) => [letter, [...'АВСЕНКМОРТХУасеорху'][index] as string]),
);

/**
 * A person's name with each word in one alphabet: Latin letters in a Russian word, as a forgotten layout of the keyboard
 * leaves them, become the Russian ones that they look like. «Иванoв» with a Latin o is found as «Иванов» then, and nobody
 * can stand beside him under a name that only looks the same.
 */
export function inOneAlphabet(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(/[\p{L}\p{M}]+/gu, (word) =>
      /\p{Script=Cyrillic}/u.test(word)
        ? word.replaceAll(/[A-Za-z]/g, (value) => TWINS[value] ?? value)
        : word,
    );
}

/** Whether a word of the name has letters of two alphabets. */
export function mixesAlphabets(name: string): boolean {
  return (name.match(/[\p{L}\p{M}]+/gu) ?? []).some((word) => {
    const letters = Array.from(word).filter((value) => /\p{L}/u.test(value));
    return (
      letters.some((letter) => /\p{Script=Cyrillic}/u.test(letter)) &&
      !letters.every((letter) => /\p{Script=Cyrillic}/u.test(letter))
    );
  });
}
