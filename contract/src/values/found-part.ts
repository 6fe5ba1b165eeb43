/**
 * Safari before 16.4 cannot read a page whose regular expressions use lookbehind. What stands before a word or a number
 * is a group of its own instead, named `before`, and is no part of what was found.
 */
export const WORD_START = '(?<before>^|[^а-я])';

/** Returns what was found without its group `before`, and the text with a space in its place. */
export function splitAtMatch(found: RegExpExecArray): { part: string; rest: string } {
  const before = found.groups?.before?.length ?? 0;
  const from = found.index + before;
  const to = found.index + found[0].length;
  return {
    part: found.input.slice(from, to),
    rest: `${found.input.slice(0, from)} ${found.input.slice(to)}`,
  };
}
