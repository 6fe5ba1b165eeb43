import { GIVEN_UP_FILES, GIVEN_UP_IN_NAMES } from './given-up-words.ts';

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
  const better = GIVEN_UP_FILES[base];
  if (better) faults.push(`"${base}" was given up: the field says "${better}".`);
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
    const instead = GIVEN_UP_IN_NAMES.get(word);
    return instead ? [`"${name}" has the given-up word "${word}": use ${instead}.`] : [];
  });
}

/** `readTold`, `MOST_ROWS`, `tell-staff` → their words in small letters. */
function splitName(name: string): string[] {
  return name.split(/[-_]|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((word) => word.toLowerCase());
}
