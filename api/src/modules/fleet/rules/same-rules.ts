import type { Rule } from '#contract/rule-values.ts';

/** Whether two layers say the same, in whatever order and since whenever. */
export function saysTheSame(one: readonly Rule[], other: readonly Rule[]): boolean {
  return saying(one) === saying(other);
}

function saying(rules: readonly Rule[]): string {
  const said = rules.map(({ kind, value }) => ({ kind, value }));
  return JSON.stringify(
    said.toSorted((a, b) => a.kind.localeCompare(b.kind)),
    sortKeys,
  );
}

/** PostgreSQL keeps the keys of an object in an order of its own. */
function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)));
}
