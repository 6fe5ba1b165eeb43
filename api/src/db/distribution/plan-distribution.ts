import type { Catalog, ForeignKey, UniqueKey } from './read-catalog.ts';
import { KEYS_WITHOUT_COMPANY, REFERENCES_LEFT_OUT, TRIGGERS } from './explained.ts';
import { ownerColumn, PLACES, type Place } from './place-of-tables.ts';

export interface PlannedKey extends UniqueKey {
  /** Keys that start with the company, so that a machine with some of the companies can enforce them. */
  widened: string[];
  /** Why it still means the same. */
  why: string;
}

export interface PlannedReference extends ForeignKey {
  /** `widen`: the company goes in front on both sides. `drop`: it can't stand between these places. */
  change: 'widen' | 'drop';
  why: string;
}

export interface Distribution {
  tables: { name: string; place: Place; columns: string[] }[];
  /** Unique keys of companies' tables that lack the company. */
  keys: PlannedKey[];
  /** Foreign keys that can't stay as they are. */
  references: PlannedReference[];
  triggers: { table: string; name: string; why: string }[];
  /** Unexplained entries, and explained ones that do not exist. Each is a sentence. */
  faults: string[];
}

/** Finds what spreading by company changes in the schema, and which of these changes lack an explanation. */
export function planDistribution(catalog: Catalog): Distribution {
  const faults: string[] = [];
  const used = new Set<string>();
  const explain = (known: ReadonlyMap<string, string>, key: string, say: string): string => {
    used.add(key);
    const why = known.get(key);
    if (!why) faults.push(`${key}: ${say}`);
    return why ?? 'not explained';
  };

  const tables = catalog.tables.map(({ name, columns }) => {
    const place = PLACES.get(name);
    if (!place) faults.push(`${name}: say in place-of-tables.ts where it would stand.`);
    if (place === 'company' && !columns.includes(ownerColumn(name)))
      faults.push(`${name}: a table of companies needs company_id.`);
    return { name, columns, place: place ?? ('local' as const) };
  });
  for (const name of PLACES.keys())
    if (!catalog.tables.some((table) => table.name === name)) faults.push(`${name}: there is no such table.`);
  const isCompanyTable = (table: string) => PLACES.get(table) === 'company';

  const keys = catalog.uniqueKeys
    .filter((key) => isCompanyTable(key.whole) && !key.columns.includes(ownerColumn(key.whole)))
    .map((key) => ({
      ...key,
      widened: [ownerColumn(key.whole), ...key.columns],
      why:
        describeKeyReason(key, catalog) ??
        explain(KEYS_WITHOUT_COMPANY, formatKeyName(key), 'a unique key without the company.'),
    }));

  const references = catalog.foreignKeys.flatMap((key): PlannedReference[] => {
    const [from, to] = [PLACES.get(key.table), PLACES.get(key.target)];
    if (from === 'company' && to === 'company') {
      if (key.columns.includes(ownerColumn(key.table))) return [];
      return [{ ...key, change: 'widen', why: 'Both rows belong to one company.' }];
    }
    if (to === 'reference' || (from === 'local' && to === 'local')) return [];
    const why = explain(
      REFERENCES_LEFT_OUT,
      `${key.table} → ${key.target}`,
      'it would reach across machines.',
    );
    return [{ ...key, change: 'drop', why }];
  });

  const triggers = catalog.triggers
    .filter(({ table }) => isCompanyTable(table))
    .map(({ table, name }) => {
      const known = [...TRIGGERS].find(([start]) => name === start || name.startsWith(`${start}_`));
      if (!known)
        faults.push(`${table}.${name}: say in explained.ts what a trigger does on another machine.`);
      return { table, name, why: known?.[1] ?? 'not explained' };
    });

  for (const key of [...KEYS_WITHOUT_COMPANY.keys(), ...REFERENCES_LEFT_OUT.keys()])
    if (!used.has(key)) faults.push(`${key}: explained, and not there any more.`);
  return { tables, keys, references, triggers, faults };
}

/**
 * Returns the reason of keys that need no explanation: numbers of one sequence, and keys that name a row of the
 * company.
 */
function describeKeyReason(key: UniqueKey, { tables, foreignKeys }: Catalog): string | undefined {
  const numbered = tables.find(({ name }) => name === key.whole)?.numbered ?? [];
  if (key.columns.length === 1 && numbered.includes(key.columns[0] ?? ''))
    return 'One sequence on the coordinating machine gives the numbers.';
  const owner = foreignKeys.find(
    (reference) =>
      reference.table === key.whole &&
      PLACES.get(reference.target) === 'company' &&
      reference.columns.some((column) => key.columns.includes(column)),
  );
  return owner && `It names a row of ${owner.target}, which belongs to one company.`;
}

function formatKeyName({ whole, columns }: UniqueKey): string {
  return `${whole} (${columns.join(', ')})`;
}
