import type { Distribution, PlannedKey, PlannedReference } from './plan-distribution.ts';

/**
 * Returns the statements that an operator with Citus runs once, after the portal's own migrations (docs/scale.md): keys
 * start with the company, references between machines are omitted, then each table is put in its place. They are made
 * from the schema, so they can't get out of date.
 */
export function citusStatements({ tables, keys, references }: Distribution): string[] {
  const listTablesIn = (place: string) =>
    tables.filter((table) => table.place === place).map(({ name }) => name);
  const companies = listTablesIn('company').filter((name) => name !== 'company');
  const later = references.filter(({ change }) => change === 'widen');
  return [
    ...references.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...keys.flatMap(widenKey),
    ...listTablesIn('reference')
      .toSorted(byNeed)
      .map((name) => `select create_reference_table('${name}')`),
    `select create_distributed_table('company', 'id')`,
    ...companies.map(
      (name) => `select create_distributed_table('${name}', 'company_id', colocate_with => 'company')`,
    ),
    ...later.map(widenReference),
  ];
}

/** Tables that others point to come first. */
const FIRST = ['app_user', 'partner', 'tariff'];
function byNeed(a: string, b: string): number {
  const place = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return place(a) - place(b) || a.localeCompare(b);
}

function widenKey(key: PlannedKey): string[] {
  const { table, name, isPrimary, isConstraint, definition } = key;
  const columns = `(${key.widened.join(', ')})`;
  if (isConstraint) {
    const kind = isPrimary ? 'primary key' : 'unique';
    return [
      `alter table ${table} drop constraint ${name}`,
      `alter table ${table} add constraint ${name} ${kind} ${columns}`,
    ];
  }
  // The rest of the definition, expressions and all, stays as it is written.
  const [before, after] = splitOnce(definition, ' USING btree (');
  return [`drop index ${name}`, `${before} USING btree (${key.widened[0]}, ${after}`];
}

function widenReference({ table, name, columns, target, targetColumns, onDelete }: PlannedReference): string {
  const from = ['company_id', ...columns].join(', ');
  const to = ['company_id', ...targetColumns].join(', ');
  return `alter table ${table} add constraint ${name} foreign key (${from}) references ${target} (${to})${onDelete}`;
}

function splitOnce(text: string, by: string): [string, string] {
  const at = text.indexOf(by);
  return [text.slice(0, at), text.slice(at + by.length)];
}
