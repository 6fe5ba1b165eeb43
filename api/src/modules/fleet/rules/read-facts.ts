import { GOODS_TREE } from '#contract/ids.ts';
import { SPENDING_KINDS, TANK, type RuleKind } from '#contract/rule-values.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { findVehicleOfCard } from '../vehicles/find-vehicle-of-card.ts';
import type { EffectiveRule } from './decide.ts';
import type { RulePlace } from './find-place.ts';
import { findOpenUntil } from './rule-card-store.ts';
import { NOTHING_SPENT, type PurchaseFacts } from './rule-facts.ts';
import { readSpent } from './spent-store.ts';

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

const COUNTING: readonly RuleKind[] = [...SPENDING_KINDS, 'fillings_day'];

/** What these rules look at for a purchase; what none of them looks at is not read, and stands as if there were none. */
export async function readFacts(
  tx: Db,
  scope: CompanyScope,
  effective: readonly EffectiveRule[],
  purchase: Purchase,
): Promise<PurchaseFacts> {
  const { card, at, place } = purchase;
  const sinceOf = (kind: string) =>
    new Date(effective.find(({ rule }) => rule.kind === kind)?.rule.since ?? at);
  const looks = (which: (rule: EffectiveRule['rule']) => boolean) =>
    effective.some(({ rule }) => which(rule));
  const truck = looks(({ kind, value }) => kind === 'litres_filling' && value === TANK)
    ? await findVehicleOfCard(tx, scope, { cardId: card.id, at })
    : null;
  return {
    at,
    partnerId: card.partnerId,
    goodsId: purchase.goodsId,
    centilitres: purchase.centilitres,
    sumKopecks: purchase.sumKopecks,
    unitPriceKopecks: purchase.unitPriceKopecks,
    station: place && { address: place.address, region: place.region },
    regionMeanKopecks: isDiesel(purchase.goodsId) ? (place?.meanKopecks ?? null) : null,
    tankLitres: truck?.tankCentilitres ? truck.tankCentilitres / 100 : null,
    spent: looks(({ kind }) => COUNTING.includes(kind))
      ? await readSpent(tx, {
          companyId: card.companyId,
          cardId: card.id,
          at,
          since: { litres: sinceOf('litres_once'), sum: sinceOf('sum_once') },
          ...(purchase.operationId === undefined ? {} : { without: purchase.operationId }),
        })
      : NOTHING_SPENT,
    openUntil: looks(({ kind }) => kind === 'on_request') ? await findOpenUntil(tx, card.id, at) : null,
  };
}

/** Prices of the list are those of diesel. */
function isDiesel(goodsId: number | null): boolean {
  return goodsId !== null && findGoods(goodsId)?.treeItemId === GOODS_TREE.diesel;
}
