import { LIMIT_PERIOD, LIMIT_UNIT } from '#contract/ids.ts';
import { SPENDING_KINDS, type RuleKind, type SpendingKind } from '#contract/rule-values.ts';
import type { ChosenLimit } from '../../cards/cards/card-change.ts';
import { ALL_GROUPS } from '../../cards/cards/choose-limit.ts';
import { effectiveRules, type KeptRule, type Layers } from './decide.ts';
import { saysTheSame } from './same-rules.ts';

/** A card's limit and goods as rules of its own layer. Pure. */

/** The part of a layer that a choice of this kind writes. */
export type ChosenPart = 'limit' | 'goods';

/** What stands in a layer as the chosen limit or goods. */
export function chosenPart(rules: readonly KeptRule[], part: ChosenPart): KeptRule[] {
  return rules.filter(({ kind, chosen }) =>
    part === 'goods' ? kind === 'goods' : chosen && kind !== 'goods',
  );
}

/** The layer with this limit in the place of the one that its network held; null: with none there. */
export function withLimit(
  rules: readonly KeptRule[],
  limit: ChosenLimit,
  { heldKind, since }: { heldKind: RuleKind | null; since: Date },
): KeptRule[] {
  const kind = limit && kindOfLimit(limit);
  const others = rules.filter(
    (rule) => rule.kind !== kind && rule.kind !== heldKind && chosenPart([rule], 'limit').length === 0,
  );
  if (!limit || !kind) return others;
  const countsAll = ALL_GROUPS.every((group) => limit.goodsGroups.includes(group));
  const rule: KeptRule = {
    kind,
    value: limit.count / 100,
    since: since.toISOString(),
    chosen: true,
    ...(limit.goodsGroups.length > 0 && !countsAll && { groups: limit.goodsGroups }),
  };
  return [...others, keepSince(rule, rules)];
}

/** The layer with these goods; null lifts what wider layers say, and absent leaves the goods to them. */
export function withGoods(
  rules: readonly KeptRule[],
  goodsIds: readonly number[] | null | undefined,
  since: Date,
): KeptRule[] {
  const others = rules.filter(({ kind }) => kind !== 'goods');
  if (goodsIds === undefined) return others;
  const rule: KeptRule = {
    kind: 'goods',
    value: goodsIds && [...goodsIds],
    since: since.toISOString(),
    chosen: true,
  };
  return [...others, keepSince(rule, rules)];
}

/** What chosen goods are in a card's layer, as `withGoods` takes it. */
export function ownGoods(
  goodsIds: readonly number[],
  { sold, layers }: { sold: readonly number[]; layers: Layers },
): readonly number[] | null | undefined {
  if (!sold.every((id) => goodsIds.includes(id))) return goodsIds;
  const wider = effectiveRules({ ...layers, card: [] });
  return wider.some(({ rule }) => rule.kind === 'goods') ? null : undefined;
}

/** The kind of rule that counts in the limit's unit and period. */
export function kindOfLimit({ unit, period }: NonNullable<ChosenLimit>): SpendingKind {
  const kind = `${LIMIT_UNIT[unit].rules}_${LIMIT_PERIOD[period].calendarUnit}`;
  return SPENDING_KINDS.find((one) => one === kind) as SpendingKind;
}

/**
 * The layer as an undo leaves it: of the kinds that the change altered what stood before, the others as they are now.
 * Null: one of them was changed since, and all stays.
 */
export function undoneLayer(
  standing: readonly KeptRule[],
  { before, after }: { before: readonly KeptRule[]; after: readonly KeptRule[] },
): KeptRule[] | null {
  const pick = (rules: readonly KeptRule[], kind: RuleKind) => rules.filter((rule) => rule.kind === kind);
  const kinds = [...new Set([...before, ...after].map(({ kind }) => kind))];
  const altered = kinds.filter((kind) => !saysTheSame(pick(before, kind), pick(after, kind)));
  if (altered.some((kind) => !saysTheSame(pick(standing, kind), pick(after, kind)))) return null;
  return [
    ...standing.filter(({ kind }) => !altered.includes(kind)),
    ...before.filter(({ kind }) => altered.includes(kind)),
  ];
}

/** A rule that says the same stands since it did. */
function keepSince(rule: KeptRule, before: readonly KeptRule[]): KeptRule {
  const same = before.find((one) => saysTheSame([one], [rule]));
  return { ...rule, since: same?.since ?? rule.since };
}
