import type { Rule } from '#contract/fleet/rule-values.ts';
import type { Db } from '../../../../db/database.ts';
import { findGoods, NETWORK_GOODS } from '../../../../gateways/fuel-network/goods.ts';
import { GOODS_GROUPS } from '../../../cards/cards/goods-group.ts';
import { listNetworkTitles } from '../groups.ts';
import type { RuleNames } from './rule-kind.ts';
import type { StoredRule, EnforcedRule, Layers } from './decide.ts';
import type { ShownBudget } from './budget-use.ts';
import type { BreachRow } from './breach-store.ts';
import type { AccessWindow } from '../opening.ts';

const SHORT: Record<string, string> = { 'Дизельное топливо': 'дизель', Бензин: 'бензин', Газ: 'газ' };

/** «дизель» where all diesel is meant, else each by its title. */
function formatGoods(ids: readonly number[]): string {
  const groups = GOODS_GROUPS.map(({ treeItemId, title }) => ({
    title: SHORT[title] ?? title,
    ids: NETWORK_GOODS.filter((goods) => goods.treeItemId === treeItemId).map((goods) => goods.id),
  }));
  const whole = groups.filter((group) => group.ids.every((id) => ids.includes(id)));
  const rest = ids.filter((id) => !whole.some((group) => group.ids.includes(id)));
  return [
    ...whole.map((group) => group.title),
    ...rest.map((id) => findGoods(id)?.title ?? 'другое топливо'),
  ].join(', ');
}

export async function ruleNames(db: Db): Promise<RuleNames> {
  const titles = new Map((await listNetworkTitles(db)).map(({ id, title }) => [id, title]));
  return {
    goods: formatGoods,
    networks: (ids) => ids.map((id) => titles.get(id) ?? 'другая сеть').join(', '),
  };
}

type ComparedRule = Rule & Pick<StoredRule, 'groups'>;

/** Compares the rules of two layers, ignoring their order and start. */
export function haveSameRules(a: readonly ComparedRule[], b: readonly ComparedRule[]): boolean {
  return serializeRules(a) === serializeRules(b);
}

function serializeRules(rules: readonly ComparedRule[]): string {
  const input = rules.map(({ kind, value, groups }) => ({ kind, value, groups: groups ?? null }));
  return JSON.stringify(
    input.toSorted((a, b) => a.kind.localeCompare(b.kind)),
    sortKeys,
  );
}

/** PostgreSQL stores the keys of an object in its own order. */
function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)));
}

export interface ShownRules {
  rules: StoredRule[];
  held: EnforcedRule[];
  names: RuleNames;
}

export interface ShownCardRules extends ShownRules {
  layers: Layers;
  group: { groupId: number; title: string } | null;
  opening: AccessWindow | null;
  /** Those of its group. */
  budgets: ShownBudget[];
  closedFor: string | null;
  breaches: BreachRow[];
}
