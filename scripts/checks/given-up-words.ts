/** Words that were given up, and the field's words in their place. */
type Rows = readonly (readonly [words: string, instead: string])[];

/** Refused in names, titles, comments and documents. */
const EVERYWHERE: Rows = [
  ['said', 'input, request or args'],
  ['deed deeds', 'action, or movement of money'],
  ['tell tells told telling', 'notify, report, show or log'],
  ['nobody somebody whoever everybody', 'the role, or no one'],
  ['orphan orphans orphaned', 'unmatched'],
  ['illegible', 'unreadable'],
  ['purse purses', 'wallet'],
  ['fate fates', 'outcome or status'],
  ['yardstick', 'baseline'],
  ['patience', 'timeout'],
  ['hearer heard hears', 'listener, response or receive'],
  ['begun', 'pending or started'],
  ['former', 'previous'],
  ['mend mends mended', 'fix'],
];

/** Refused as a part of a name. In prose they have a plain sense. */
const IN_NAMES: Rows = [
  ['pressed', 'clicked or compressed'],
  ['matter matters', 'case'],
  ['kept keeps', 'stored, saved or ensure'],
  ['most', 'MAX_…'],
];

/** Patterns refused in prose. A word with a plain sense is matched by a phrase. */
const IN_PROSE: Rows = [
  ['stand-ins?', 'fake'],
  ['hear', 'receive, response or listener'],
  ['strangers?', 'anonymous caller, unknown device or attacker'],
  ['noted', 'recorded'],
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

/** Names of files that only their writer understood. */
export const GIVEN_UP_FILES: Readonly<Record<string, string>> = {
  'made-once': 'memoize-per-owner',
  'keep-last': 'memoize-last',
  gather: 'batch-calls',
  allowance: 'sliding-window-limit',
  turns: 'watchdog',
  'use-is-here': 'use-is-mounted',
  'load-statement': 'load-bank-file',
  'parse-statement': 'parse-bank-file',
};

/** Maps each word that no name may contain to what stands instead. */
export const GIVEN_UP_IN_NAMES: ReadonlyMap<string, string> = new Map(
  [...EVERYWHERE, ...IN_NAMES].flatMap(([words, instead]) =>
    words.split(' ').map((word) => [word, instead] as const),
  ),
);

export const GIVEN_UP_IN_PROSE = [
  ...EVERYWHERE.map(([words, instead]) => [words.replaceAll(' ', '|'), instead] as const),
  ...IN_PROSE,
].map(([pattern, instead]) => [new RegExp(`\\b(?:${pattern})\\b`, 'i'), instead] as const);
