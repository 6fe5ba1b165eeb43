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
  ['told', 'notified, reported or logged'],
];

const INSTEAD = new Map(
  GIVEN_UP.flatMap(([words, instead]) => words.split(' ').map((word) => [word, instead] as const)),
);

/** Calls whose objects are named as they are on the wire. */
const ALLOWED = new Set(['closeOrphan', 'listClientDeeds']);

/** Keywords of JSON Schema, which variables that hold their values repeat. */
const SCHEMA_KEYWORDS = new Set(['allOf', 'anyOf', 'oneOf']);

const DECLARED = /\b(function\*?|class|interface|type|const|let)\s+([A-Za-z_]\w*)/g;

/** Members of interfaces and type literals. The formatter ends each with a semicolon, and those of values with a comma. */
const MEMBERS = [
  /^\s+(?:readonly )?(\w+)\??(?:\(.*\))?: .*;$/gm,
  /[{;] (?:readonly )?(\w+)\??: [^,;{}]+(?=;)/g,
];

/** Members that the wire, a table or stored JSON names, by file. Names with an underscore are always such. */
const WIRE_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  'RuleModal.tsx': ['deed'],
  'add-driver.ts': ['told'],
  'approval-store.ts': ['deed', 'said'],
  'cases.ts': ['said', 'deeds'],
  'channel.ts': ['deed'],
  'choice-store.ts': ['deed'],
  'contradiction.ts': ['deed'],
  'figures-store.ts': ['orphans'],
  'fleet-turns.ts': ['told'],
  'known-sale-store.ts': ['formerDays'],
  'message-store.ts': ['deed'],
  'notice-kinds.ts': ['hears'],
  'plan-labels.ts': ['told'],
  'second-person.ts': ['deed'],
  'session.ts': ['kept'],
  'unclear-movements.ts': ['said'],
};

/** Finds files, declared names and members of types with a given-up word, names that end in `…Of` and types that end in `…Asked`. */
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
    if (/[a-z]Of$/.test(name) && !SCHEMA_KEYWORDS.has(name))
      faults.push(`"${name}" ends in "Of": begin with get, to, format or parse, or use the noun alone.`);
    if (/^(?:class|interface|type)$/.test(kind ?? '') && name.endsWith('Asked'))
      faults.push(`"${name}" ends in "Asked": name it …Request, …Query, …Input or …Args.`);
  }
  return [...faults, ...listMembers(file, text).flatMap((name) => findIn(name))];
}

function listMembers(file: string, text: string): string[] {
  const allowed = WIRE_MEMBERS[file.split('/').at(-1) ?? ''] ?? [];
  const ownTypes = text.replaceAll(/\bsql<[^`]{1,600}?>`/g, '');
  const names = MEMBERS.flatMap((pattern) => [...ownTypes.matchAll(pattern)].map(([, name = '']) => name));
  return [...new Set(names)].filter((name) => !name.includes('_') && !allowed.includes(name));
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
