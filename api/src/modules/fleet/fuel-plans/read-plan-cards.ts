import { CARD_STATUS, GOODS_TREE, type PartnerId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { formatRules, type EffectiveRule } from '../rules/purchase/decide.ts';
import { readCardRules } from '../rules/purchase/read-rules-of-cards.ts';
import { readFacts } from '../rules/purchase/read-facts.ts';
import type { RuleNames, Spent } from '../rules/purchase/rule-kind.ts';
import { ruleNames } from '../rules/purchase/rule-names.ts';
import { cardsOfVehicle } from '../vehicles/vehicles.ts';

type CardRecord = Awaited<ReturnType<typeof readCard>>;

/** A truck's card, with the fields that a plan uses. */
export interface PlanCard {
  id: number;
  number: string;
  partnerId: PartnerId;
  network: string;
  balance: Kopecks;
  limit: CardRecord['limit'];
  drivers: CardRecord['drivers'];
  /** The diesel that the card buys, as tariffs name it. */
  goods: { id: number; title: string } | null;
  effective: readonly EffectiveRule[];
  rules: string;
  spent: Spent;
  /** Why no plan can go by it, as a sentence. Null means that one can. */
  problem: string | null;
}

/** Reads the cards of the truck, with their rules and their purchases so far. */
export async function readPlanCards(
  ctx: Context,
  scope: CompanyScope,
  { vehicleId, at }: { vehicleId: number; at: Date },
): Promise<{ cards: PlanCard[]; names: RuleNames }> {
  const cardIds = await ctx.db.inCompany(scope, (tx) => cardsOfVehicle(tx, scope, vehicleId));
  const found = await Promise.all(cardIds.map((id) => readCard(ctx, scope, id)));
  return ctx.db.inCompany(scope, async (tx) => {
    const names = await ruleNames(tx);
    const cards: PlanCard[] = [];
    for (const card of found) {
      const { effective } = await readCardRules(tx, scope, { cardId: card.id, at });
      const nothing = {
        goodsId: null,
        centilitres: 0,
        unitPriceKopecks: null,
        sumKopecks: null,
        place: null,
      };
      const { spent } = await readFacts(tx, scope, effective, { card, at, ...nothing });
      const goods = card.goodsIds
        .flatMap((id) => findGoods(id) ?? [])
        .find((networkGoods) => networkGoods.treeItemId === GOODS_TREE.diesel);
      cards.push({
        id: card.id,
        number: card.number,
        partnerId: card.partnerId,
        network: card.partnerTitle,
        balance: card.balance,
        limit: card.limit,
        drivers: card.drivers,
        goods: goods ?? null,
        effective,
        rules: formatRules(effective, names),
        spent,
        problem: findProblem(card, goods !== undefined),
      });
    }
    return { cards, names };
  });
}

function findProblem({ statusId, hold }: CardRecord, buysDiesel: boolean): string | null {
  if (statusId === CARD_STATUS.notSetUp) return 'Карта ещё не настроена: выберите виды топлива';
  // A card closed by its own rules is opened by them again.
  if (statusId === CARD_STATUS.blocked && hold?.kind !== 'rules') return 'Карта заблокирована';
  return buysDiesel ? null : 'Дизель не выбран в услугах карты';
}
