import { sql } from 'kysely';
import { LIMIT_PERIOD, LIMIT_UNIT } from '#contract/ids.ts';
import { SPENDING_KINDS, type RuleKind, type SpendingKind } from '#contract/fleet/rule-values.ts';
import type { ChosenLimit } from '../../../cards/cards/card-change.ts';
import { effectiveRules, type StoredRule, type Layers } from '../purchase/decide.ts';
import { haveSameRules } from '../purchase/rule-names.ts';
import { rows, type Db } from '../../../../db/database.ts';

/** A card's limit and goods as rules of its own layer. Pure. */

/** The part of a layer that a choice of this kind writes. */
export type ChosenPart = 'limit' | 'goods';

/** Returns the chosen limit or goods of a layer. */
export function chosenPart(rules: readonly StoredRule[], part: ChosenPart): StoredRule[] {
  return rules.filter(({ kind, chosen }) =>
    part === 'goods' ? kind === 'goods' : chosen && kind !== 'goods',
  );
}

/** Returns the layer with this limit in place of the one that its network enforced, or without one for null. */
export function withLimit(
  rules: readonly StoredRule[],
  limit: ChosenLimit,
  { heldKind: enforcedKind, since }: { heldKind: RuleKind | null; since: Date },
): StoredRule[] {
  const kind = limit && kindOfLimit(limit);
  const others = rules.filter(
    (rule) => rule.kind !== kind && rule.kind !== enforcedKind && chosenPart([rule], 'limit').length === 0,
  );
  if (!limit || !kind) return others;
  const rule: StoredRule = {
    kind,
    value: limit.count / 100,
    since: since.toISOString(),
    chosen: true,
    ...(limit.goodsGroups.length > 0 && { groups: limit.goodsGroups }),
  };
  return [...others, withStoredSince(rule, rules)];
}

/** Returns the layer with these goods. Null lifts the goods of wider layers, and undefined leaves the goods to them. */
export function withGoods(
  rules: readonly StoredRule[],
  goodsIds: readonly number[] | null | undefined,
  since: Date,
): StoredRule[] {
  const others = rules.filter(({ kind }) => kind !== 'goods');
  if (goodsIds === undefined) return others;
  const rule: StoredRule = {
    kind: 'goods',
    value: goodsIds && [...goodsIds],
    since: since.toISOString(),
    chosen: true,
  };
  return [...others, withStoredSince(rule, rules)];
}

/** Returns the value that chosen goods have in a card's layer, as `withGoods` takes it. */
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
  return SPENDING_KINDS.find((spendingKind) => spendingKind === kind) as SpendingKind;
}

/**
 * Returns the layer after an undo: the previous rules of the kinds that the change altered, the present rules of all
 * other kinds. Null means that an altered rule was changed since, so the layer stays.
 */
export function undoneLayer(
  standing: readonly StoredRule[],
  { before, after }: { before: readonly StoredRule[]; after: readonly StoredRule[] },
): StoredRule[] | null {
  const pick = (rules: readonly StoredRule[], kind: RuleKind) => rules.filter((rule) => rule.kind === kind);
  const kinds = [...new Set([...before, ...after].map(({ kind }) => kind))];
  const altered = kinds.filter((kind) => !haveSameRules(pick(before, kind), pick(after, kind)));
  if (altered.some((kind) => !haveSameRules(pick(standing, kind), pick(after, kind)))) return null;
  return [
    ...standing.filter(({ kind }) => !altered.includes(kind)),
    ...before.filter(({ kind }) => altered.includes(kind)),
  ];
}

/** An unchanged rule is in force since its earlier start. */
function withStoredSince(rule: StoredRule, before: readonly StoredRule[]): StoredRule {
  const same = before.find((keptRule) => haveSameRules([keptRule], [rule]));
  return { ...rule, since: same?.since ?? rule.since };
}

/** A change of a card's own layer whose outcome at the network was not taken into the layer yet. */
export interface OpenChoice {
  changeId: number;
  kind: ChosenPart;
  state: 'waiting' | 'done' | 'refused' | 'superseded';
  after: StoredRule[];
  userId: number;
}

/** Oldest first. */
export function listOpenChoices(db: Db, companyId: number, cardId: number): Promise<OpenChoice[]> {
  return rows(
    db,
    sql<OpenChoice>`
      select change.id as "changeId", choice.kind, choice.state, change.after, change.changed_by as "userId"
      from rule_change change join card_change choice on choice.id = change.choice_id
      where change.company_id = ${companyId} and change.settled_at is null and choice.company_id = ${companyId}
        and choice.card_id = ${cardId} and change.layer = 'card'
        and change.subjects @> ${JSON.stringify([{ id: cardId }])}::jsonb
      order by change.id`,
  );
}

export async function markSettled(tx: Db, changeIds: readonly number[], now: Date): Promise<void> {
  await sql`update rule_change set settled_at = ${now} where id = any(${[...changeIds]}::bigint[])`.execute(
    tx,
  );
}
