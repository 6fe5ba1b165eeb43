import { GIVEN_UP_IN_PROSE } from './given-up-words.ts';

const MAX_TITLE = 80;

/** A title is read in a list of hundreds: it states one fact in at most 80 characters. Marks do not count. */
export function checkTitles(file: string, text: string): string[] {
  if (!/\.(test|spec)\.tsx?$/.test(file) || file === 'scripts/checks/check-structure.test.ts') return [];
  const literals = text.matchAll(
    /(?:\b(?:test|it|describe|step)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1,/g,
  );
  return [...literals].flatMap(([, , literal = '']) => {
    const title = withoutMarks(literal);
    const faults = findGivenUp(title, `"${title}"`);
    return title.length > MAX_TITLE
      ? [
          ...faults,
          `"${title}" is a title of more than ${MAX_TITLE} characters: name the one fact that holds.`,
        ]
      : faults;
  });
}

/** Removes ids of statements, sections of calls.md and tags. */
function withoutMarks(title: string): string {
  return title.replaceAll(/ \(§[^)]*\)|§\d+\.\d+ |(?: @\w+)+$|^calls \d+(?:(?:,| and) \d+)*: /g, '');
}

/** Comments use the field's words. Names in backticks are code, and applied migrations keep their text. */
export function checkComments(file: string, text: string): string[] {
  if (file.startsWith('clients/') || /^scripts\/check-(structure\.test|prose)\.ts$/.test(file)) return [];
  return listComments(file, text).flatMap(({ at, comment }) => {
    const line = text.slice(0, at).split('\n').length;
    const flat = comment.replaceAll(/`[^`]*`/g, '``').replaceAll(/\n\s*(?:\*|\/\/|#)?\s*/g, ' ');
    const start = /^\/\*\*\s*(What|Of|As|Where|Who|Whose|Whom|For)\b/.exec(flat)?.[1];
    const faults = findGivenUp(flat, `The comment in line ${line}`);
    return start
      ? [...faults, `The comment in line ${line} begins with "${start}": begin with a verb or a noun phrase.`]
      : faults;
  });
}

/** Documents that keep their text: the specification, histories and what each decision was when it was made. */
const UNCHANGED_DOCUMENTS =
  /^(?:CHANGELOG\.md|docs\/(?:specification|spec-lines)\.md|docs\/decisions\/|.*\/history\/)/;

/** Documents use the field's words, too. Code and quotations of screens are left out. */
export function checkDocumentWords(file: string, text: string): string[] {
  if (!file.endsWith('.md') || UNCHANGED_DOCUMENTS.test(file)) return [];
  const prose = text
    .replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`\n]*`|«[^»\n]*»/g, '``');
  return prose.split('\n').flatMap((line, index) => findGivenUp(line, `Line ${index + 1}`));
}

function findGivenUp(prose: string, place: string): string[] {
  return GIVEN_UP_IN_PROSE.flatMap(([pattern, instead]) => {
    const word = pattern.exec(prose)?.[0];
    return word ? [`${place} has the given-up word "${word}": use ${instead}.`] : [];
  });
}

/** A comment begins a line or follows a space, so that an address in a string is none. */
function listComments(file: string, text: string): { at: number; comment: string }[] {
  const pattern = getCommentPattern(file);
  return pattern
    ? [...text.matchAll(pattern)].map((match) => ({ at: match.index, comment: match[0].trim() }))
    : [];
}

function getCommentPattern(file: string): RegExp | undefined {
  if (/\.tsx?$/.test(file)) return /(?<=^|[\s{(])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*(?:\n\s*\/\/ .*)*/g;
  if (file.endsWith('.css')) return /\/\*[\s\S]*?\*\//g;
  if (/^ops\/.*(?:\.(?:ya?ml|conf|service|timer|example|toml|sh)|file)$/.test(file))
    return /(?<=^|\s)# .*(?:\n\s*# .*)*/g;
  return undefined;
}
