/** Words of a private dialect that were given up, and the field's words in their place. */
const GIVEN_UP: readonly (readonly [words: string, instead: string])[] = [
  ['said', 'input, request or args'],
  ['deed deeds', 'action, or movement of money'],
  ['tell tells told telling', 'notify, report, log or publish'],
  ['nobody somebody whoever everybody', 'the role'],
  ['orphan orphans', 'unmatched'],
  ['illegible', 'unreadable'],
  ['purse purses', 'wallet'],
  ['fate fates', 'outcome or status'],
  ['yardstick', 'baseline'],
  ['patience', 'timeout'],
  ['hearer heard hears', 'listener, response or receive'],
  ['begun', 'pending or started'],
  ['former', 'previous'],
  ['pressed', 'clicked or compressed'],
  ['matter matters', 'case'],
  ['kept keeps', 'stored, saved or ensure'],
  ['mend mended', 'fix'],
  ['most', 'MAX_…'],
];

const INSTEAD = new Map(
  GIVEN_UP.flatMap(([words, instead]) => words.split(' ').map((word) => [word, instead] as const)),
);

/** Calls whose objects are named as they are on the wire. */
const ALLOWED = new Set(['closeOrphan', 'listClientDeeds']);

const DECLARED = /\b(function\*?|class|interface|type|const|let)\s+([A-Za-z_]\w*)/g;

/**
 * Finds files and declared names with a given-up word, and functions that end in `…Of`. Properties may have one: they stand on
 * the wire, in SQL rows and in stored JSON.
 */
export function findWordFaults(file: string, text: string): string[] {
  // The client is generated. The test of these checks plants faults.
  if (
    !/\.tsx?$/.test(file) ||
    file.startsWith('clients/') ||
    file === 'scripts/checks/check-structure.test.ts'
  )
    return [];
  const base = file.split('/').at(-1)?.replace(/\..*$/, '') ?? '';
  const faults = findIn(base);
  for (const [, kind, name = ''] of text.matchAll(DECLARED)) {
    if (ALLOWED.has(name)) continue;
    faults.push(...findIn(name));
    if (kind?.startsWith('function') && /[a-z]Of$/.test(name))
      faults.push(`"${name}" ends in "Of": begin with get, to, format or parse, or use the noun alone.`);
  }
  return faults;
}

function findIn(name: string): string[] {
  return splitName(name).flatMap((word) => {
    const instead = INSTEAD.get(word);
    return instead ? [`"${name}" has the given-up word "${word}": use ${instead}.`] : [];
  });
}

/** `readTold`, `MOST_ROWS`, `tell-staff` → their words in small letters. */
function splitName(name: string): string[] {
  return name.split(/[-_]|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((word) => word.toLowerCase());
}
