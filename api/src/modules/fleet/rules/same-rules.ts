import type { Rule } from '#contract/rule-values.ts';
import type { KeptRule } from './decide.ts';

type Compared = Rule & Pick<KeptRule, 'groups'>;

/** Whether two layers say the same, in whatever order and since whenever. */
export function saysTheSame(one: readonly Compared[], other: readonly Compared[]): boolean {
  return saying(one) === saying(other);
}

function saying(rules: readonly Compared[]): string {
  const said = rules.map(({ kind, value, groups }) => ({ kind, value, groups: groups ?? null }));
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
