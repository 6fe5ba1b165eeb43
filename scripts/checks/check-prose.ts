/** A given-up word of titles and comments, and the field's word in its place. A word with a plain sense is matched by a phrase. */
const GIVEN_UP: readonly (readonly [pattern: string, instead: string])[] = [
  ['deeds?', 'action, or movement of money'],
  ['tells?|telling|told', 'notify, report, show or log'],
  ['said', 'input, request or args'],
  ['nobody|somebody|whoever|everybody', 'the role, or no one'],
  ['stand-ins?', 'fake'],
  ['hears?|heard', 'receive, response or listener'],
  ['purses?', 'wallet'],
  ['strangers?', 'anonymous caller, unknown device or attacker'],
  ['orphan(?:s|ed)?', 'unmatched'],
  ['illegible', 'unreadable'],
  ['fates?', 'outcome or status'],
  ['begun', 'started or pending'],
  ['former', 'previous'],
  ['noted', 'recorded'],
  ['patience', 'timeout'],
  ['yardstick', 'baseline'],
  ['mend(?:s|ed)?', 'fix'],
  ['by chance', 'at random, or by mistake'],
  ['doors?', 'endpoint, or public API'],
  ['walls?(?! (?:clock|maps?))', 'isolation'],
  ['looks? after|looked after|held back', 'poll, retry or suspend'],
  ['(?:is|are|was|were|be|been) kept(?! (?:closed|open|up to date))', 'stored or saved'],
  ['(?:an?|the|one|each|every|this) sendings?|sendings', 'delivery'],
  ['(?:an?|each|every|this) matter|matters (?:of|that|which)', 'case'],
  ['papers|(?:an?|each|every|his|its|no|this) paper', 'document or PDF'],
  ['(?:one|each|every|second|two) press(?:es)?|press(?:es|ed) (?:it|them|twice)', 'click'],
  [
    '(?:sends?|sent|gets?|receives?|waiting|links,|from|per) (?:an? |the |one |each |every |no )?letters?|' +
      'letters? (?:comes?|goes?|leaves?|waits?|arrives?|holds?|is sent|are sent)',
    'email',
  ],
];

const PROSE = GIVEN_UP.map(
  ([pattern, instead]) => [new RegExp(`\\b(?:${pattern})\\b`, 'i'), instead] as const,
);

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
  return PROSE.flatMap(([pattern, instead]) => {
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
