import { GOODS_TREE } from '#contract/ids.ts';
import { TANK, type RuleKind } from '#contract/rule-values.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { tanksOfCards } from '../vehicles/vehicles.ts';
import type { EffectiveRule, StoredRule } from './decide.ts';
import type { RulePlace } from './find-place.ts';
import { listOpenUntil } from './rule-card-store.ts';
import { NOTHING_SPENT, type PurchaseFacts } from './rule-facts.ts';
import { COUNTING, readSpent } from './spent-store.ts';

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
}

/** A purchase and the rules that check it. */
export interface Judged {
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

/** The same of many purchases, of any companies and in their order: each kind of fact is read by one statement. */
export async function readFactsOfMany(tx: Db, judged: readonly Judged[]): Promise<PurchaseFacts[]> {
  const tanks = await readWhere(judged, needsTank, (some) => tanksOfCards(tx, some.map(toMoment)));
  const spent = await readWhere(judged, counts, (some) =>
    readSpent(tx, some.map(spentAsk), listRuleKinds(some)),
  );
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
      openUntil: open.get(item) ?? null,
    };
  });
}

type Which = (rule: StoredRule) => boolean;
const needsTank: Which = ({ kind, value }) => kind === 'litres_filling' && value === TANK;
const counts: Which = ({ kind }) => COUNTING.includes(kind);
const needsOpening: Which = ({ kind }) => kind === 'on_request';

/** Reads something of those that have such a rule. */
async function readWhere<Fact>(
  judged: readonly Judged[],
  which: Which,
  read: (some: readonly Judged[]) => Promise<Fact[]>,
): Promise<Map<Judged, Fact>> {
  const some = judged.filter(({ effective }) => effective.some(({ rule }) => which(rule)));
  if (some.length === 0) return new Map();
  const facts = await read(some);
  return new Map(some.map((item, place) => [item, facts[place] as Fact]));
}

function toMoment({ purchase: { card, at } }: Judged): { companyId: number; cardId: number; at: Date } {
  return { companyId: card.companyId, cardId: card.id, at };
}

function spentAsk(judged: Judged) {
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
function partialLimit({ effective }: Judged): { kind: RuleKind; groups: readonly number[] } | undefined {
  const rule = effective.find(({ rule: { groups } }) => groups !== undefined)?.rule;
  return rule?.groups && { kind: rule.kind, groups: rule.groups };
}

function listRuleKinds(some: readonly Judged[]): RuleKind[] {
  // Most of them share the rules of their company or group.
  const different = new Set(some.map(({ effective }) => effective));
  return [...new Set([...different].flatMap((effective) => effective.map(({ rule }) => rule.kind)))];
}

/** Prices of the list are those of diesel. */
function isDiesel(goodsId: number | null): boolean {
  return goodsId !== null && findGoods(goodsId)?.treeItemId === GOODS_TREE.diesel;
}
