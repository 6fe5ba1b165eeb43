import { GOODS_TREE, OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import {
  TANK,
  isBudgetKind,
  type RuleKind,
  SPENDING_KINDS,
  type SpendingMeasure,
  type SpendingPeriod,
} from '#contract/fleet/rule-values.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { type Db, rows } from '../../../../db/database.ts';
import { findGoods } from '../../../../gateways/fuel-network/goods.ts';
import { groupsOfAnyCards } from '../../vehicles/vehicle-groups.ts';
import { tanksOfCards } from '../../vehicles/vehicles.ts';
import { readBudgetUse } from './budget-use.ts';
import type { EffectiveRule, StoredRule } from './decide.ts';
import type { RulePlace } from './find-place.ts';
import { listOpenUntil } from '../rule-card-store.ts';
import {
  NOTHING_SPENT,
  NOTHING_SPENT_TOGETHER,
  type PurchaseFacts,
  type SpentTogether,
  zeroSpent,
  type Spent,
} from './rule-kind.ts';
import { sql, type RawBuilder } from 'kysely';
import { encodeBigints, toParameter } from '../../../../db/parameter.ts';

export interface Purchase {
  card: { id: number; companyId: number; partnerId: number };
  at: Date;
  goodsId: number | null;
  centilitres: number;
  unitPriceKopecks: number | null;
  sumKopecks: number | null;
  place: RulePlace | null;
  /** A purchase that is in the books already. */
  operationId?: number;
  /** The network's own id of the purchase that is being decided. */
  externalId?: string;
}

/** A purchase and the rules that check it. */
export interface PurchaseWithRules {
  effective: readonly EffectiveRule[];
  purchase: Purchase;
}

/**
 * Reads the facts that these rules need for a purchase of the company. Other facts are not read, and are set as if
 * there were none.
 */
export async function readFacts(
  tx: Db,
  { companyId }: CompanyScope,
  effective: readonly EffectiveRule[],
  purchase: Purchase,
): Promise<PurchaseFacts> {
  const card = { ...purchase.card, companyId };
  const [facts] = await readFactsOfMany(tx, [{ effective, purchase: { ...purchase, card } }]);
  return facts as PurchaseFacts;
}

/** Reads the facts of many purchases of any companies, in their order; one statement reads each kind of fact. */
export async function readFactsOfMany(
  tx: Db,
  judged: readonly PurchaseWithRules[],
): Promise<PurchaseFacts[]> {
  const tanks = await readWhere(judged, needsTank, (some) => tanksOfCards(tx, some.map(toMoment)));
  const spent = await readWhere(judged, counts, (some) =>
    readSpent(tx, some.map(spentAsk), listRuleKinds(some)),
  );
  const together = await readWhere(judged, needsBudget, (some) => readSpentTogether(tx, some));
  const open = await readWhere(judged, needsOpening, (some) => listOpenUntil(tx, some.map(toMoment)));
  return judged.map((item) => {
    const { card, at, place, goodsId, centilitres, sumKopecks, unitPriceKopecks } = item.purchase;
    return {
      at,
      partnerId: card.partnerId,
      goodsId,
      centilitres,
      sumKopecks,
      unitPriceKopecks,
      station: place && { address: place.address, region: place.region },
      regionMeanKopecks: isDiesel(goodsId) ? (place?.meanKopecks ?? null) : null,
      tankLitres: tanks.get(item) ?? null,
      spent: spent.get(item) ?? NOTHING_SPENT,
      spentTogether: together.get(item) ?? NOTHING_SPENT_TOGETHER,
      openUntil: open.get(item) ?? null,
    };
  });
}

type RuleFilter = (rule: StoredRule) => boolean;
const needsTank: RuleFilter = ({ kind, value }) => kind === 'litres_filling' && value === TANK;
const counts: RuleFilter = ({ kind }) => COUNTING.includes(kind);
const needsBudget: RuleFilter = ({ kind }) => isBudgetKind(kind);
const needsOpening: RuleFilter = ({ kind }) => kind === 'on_request';

/** Reads something of those that have such a rule. */
async function readWhere<Fact>(
  judged: readonly PurchaseWithRules[],
  which: RuleFilter,
  read: (some: readonly PurchaseWithRules[]) => Promise<Fact[]>,
): Promise<Map<PurchaseWithRules, Fact>> {
  const some = judged.filter(({ effective }) => effective.some(({ rule }) => which(rule)));
  if (some.length === 0) return new Map();
  const facts = await read(some);
  return new Map(some.map((item, place) => [item, facts[place] as Fact]));
}

function toMoment({ purchase: { card, at } }: PurchaseWithRules): {
  companyId: number;
  cardId: number;
  at: Date;
} {
  return { companyId: card.companyId, cardId: card.id, at };
}

/** Reads what the groups of these cards have bought. */
async function readSpentTogether(tx: Db, some: readonly PurchaseWithRules[]): Promise<SpentTogether[]> {
  const groups = await groupsOfAnyCards(tx, some.map(toMoment));
  return readBudgetUse(
    tx,
    some.map(({ purchase: { card, at, operationId, externalId } }) => ({
      companyId: card.companyId,
      groupId: groups.get(card.id) ?? 0,
      at,
      without: operationId,
      request: externalId === undefined ? undefined : { partnerId: card.partnerId, externalId },
    })),
  );
}

function spentAsk(judged: PurchaseWithRules) {
  const { at, operationId } = judged.purchase;
  const getSince = (kind: RuleKind) =>
    new Date(judged.effective.find(({ rule }) => rule.kind === kind)?.rule.since ?? at);
  return {
    ...toMoment(judged),
    since: { litres: getSince('litres_once'), sum: getSince('sum_once') },
    without: operationId,
    only: partialLimit(judged),
  };
}

/** A card has one chosen limit at most. */
function partialLimit({
  effective,
}: PurchaseWithRules): { kind: RuleKind; groups: readonly number[] } | undefined {
  const rule = effective.find(({ rule: { groups } }) => groups !== undefined)?.rule;
  return rule?.groups && { kind: rule.kind, groups: rule.groups };
}

function listRuleKinds(some: readonly PurchaseWithRules[]): RuleKind[] {
  // Most of them share the rules of their company or group.
  const different = new Set(some.map(({ effective }) => effective));
  return [...new Set([...different].flatMap((effective) => effective.map(({ rule }) => rule.kind)))];
}

/** Prices of the list are those of diesel. */
function isDiesel(goodsId: number | null): boolean {
  return goodsId !== null && findGoods(goodsId)?.treeItemId === GOODS_TREE.diesel;
}

interface SpentQuery {
  companyId: number;
  cardId: number;
  /** Purchases up to and with this moment, Moscow's calendar. */
  at: Date;
  /** Start of counting for a «once», for litres and for the sum. */
  since: { litres: Date; sum: Date };
  /** A purchase that is judged is not what was spent before it. */
  without?: number | undefined;
  /** The one limit that counts some groups of goods alone. */
  only?: { kind: RuleKind; groups: readonly number[] } | undefined;
}

/** The kinds of rules that count what was bought before. */
const COUNTING: readonly RuleKind[] = [...SPENDING_KINDS, 'fillings_day'];

const COLUMN: Record<SpendingMeasure, RawBuilder<unknown>> = {
  litres: sql`operation.centilitres`,
  sum: sql`operation.sum_kopecks`,
};

/**
 * Reads what cards have bought, each until its moment, in the calendar's current periods, in the order asked. A refund
 * is subtracted from the period of its purchase, as networks do it: the purchase that it names, else the last possible
 * one. Values that none of these kinds of rules counts are not read, and are zero.
 */
async function readSpent(db: Db, args: readonly SpentQuery[], kinds: readonly RuleKind[]): Promise<Spent[]> {
  const counted = SPENDING_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => {
    const [measure, period] = kind.split('_') as [SpendingMeasure, SpendingPeriod];
    return { kind, measure, period };
  });
  const countsFillings = kinds.includes('fillings_day');
  if (args.length === 0 || (counted.length === 0 && !countsFillings)) return args.map(() => NOTHING_SPENT);
  const getPeriodStart = (period: SpendingPeriod, measure: SpendingMeasure) =>
    period === 'once'
      ? sql`asked.${sql.id(`since_${measure}`)}`
      : sql`date_trunc(${period}, asked.at, 'Europe/Moscow')`;
  const begins = counted.map(({ kind, measure, period }) => ({ kind, at: getPeriodStart(period, measure) }));
  if (countsFillings) begins.push({ kind: 'fillings_day' as never, at: getPeriodStart('day', 'litres') });
  const isPartial = args.some(({ only }) => only !== undefined);
  // An id of goods begins with its group.
  const counts = (kind: RuleKind) =>
    isPartial
      ? sql`(asked.only_kind is distinct from ${kind} or operation.goods_id / 100 = any(asked.only_groups::int[]))`
      : sql`true`;
  const sums = counted.map(
    ({ kind, measure }) => sql`
      greatest(0, coalesce(sum(case operation.type_id when ${OPERATION_TYPE.purchase} then 1 else -1 end * ${COLUMN[measure]})
        filter (where coalesce(refunded.at, operation.created_at) >= begun.${sql.id(kind)} and ${counts(kind)}), 0))::float8 as ${sql.id(kind)}`,
  );
  if (countsFillings)
    sums.push(
      sql`count(*) filter (where operation.type_id = ${OPERATION_TYPE.purchase} and operation.created_at >= begun.fillings_day)::int as fillings_day`,
    );
  const countsOnce = counted.some(({ period }) => period === 'once');
  const selectSince = (measure: SpendingMeasure) =>
    countsOnce ? toParameter(args.map((spentAsk) => spentAsk.since[measure])) : null;
  // `offset 0` has the beginnings worked out once for a card, not for each of its operations.
  const found = await rows(
    db,
    sql<Partial<Record<RuleKind, number>> & { place: number }>`
      select asked.place::int as place, bought.*
      from unnest(${encodeBigints(args.map((spentAsk) => spentAsk.companyId))}::bigint[], ${encodeBigints(args.map((spentAsk) => spentAsk.cardId))}::bigint[],
        ${toParameter(args.map((spentAsk) => spentAsk.at))}::timestamptz[], ${selectSince('litres')}::timestamptz[],
        ${selectSince('sum')}::timestamptz[], ${encodeBigints(args.map((spentAsk) => spentAsk.without ?? 0))}::bigint[],
        ${isPartial ? toParameter(args.map(({ only }) => only?.kind ?? null)) : null}::text[],
        ${isPartial ? toParameter(args.map(({ only }) => (only ? `{${only.groups.join(',')}}` : null))) : null}::text[])
        with ordinality as asked (company_id, card_id, at, since_litres, since_sum, without, only_kind, only_groups, place)
      cross join lateral (
        select ${sql.join(begins.map(({ kind, at }) => sql`${at} as ${sql.id(kind)}`))} offset 0
      ) begun
      cross join lateral (
        select ${sql.join(sums)} from operation
        left join lateral (
          select purchase.created_at as at from operation purchase
          where purchase.company_id = operation.company_id and purchase.card_id = operation.card_id
            and purchase.type_id = ${OPERATION_TYPE.purchase} and coalesce(purchase.external_id = operation.refund_of, true)
            and purchase.goods_id = operation.goods_id and purchase.sum_kopecks >= operation.sum_kopecks
            and purchase.created_at <= operation.created_at
          order by purchase.created_at desc, purchase.id desc limit 1
        ) refunded on operation.type_id = ${OPERATION_TYPE.refund}
        where operation.company_id = asked.company_id and operation.card_id = asked.card_id
          and operation.status_id = ${OPERATION_STATUS.done}
          and operation.type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})
          -- A refund of nothing that is known takes nothing off.
          and (operation.type_id = ${OPERATION_TYPE.purchase} or refunded.at is not null)
          and operation.created_at <= asked.at and operation.id <> asked.without
          and operation.created_at >= least(${sql.join(begins.map(({ kind }) => sql`begun.${sql.id(kind)}`))})
      ) bought`,
  );
  const byPlace = new Map(found.map((row) => [row.place, row]));
  return args.map((_, index) => {
    const row = byPlace.get(index + 1);
    const spent = zeroSpent();
    for (const { kind, measure, period } of counted) spent[period][measure] = row?.[kind] ?? 0;
    spent.fillingsToday = row?.fillings_day ?? 0;
    return spent;
  });
}
