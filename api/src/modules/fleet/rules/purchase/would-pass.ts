import {
  CARD_STATUS,
  GOODS_TREE,
  LIMIT_PERIOD,
  LIMIT_UNIT,
  MAINTENANCE_OF_EVERYTHING,
} from '#contract/ids.ts';
import { networkOfBrand } from '#contract/programme/stations.ts';
import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { fieldRefusal } from '../../../../errors.ts';
import { findGoods, type NetworkGoods } from '../../../../gateways/fuel-network/goods.ts';
import { formatRubles } from '../../../../lib/money-format.ts';
import { describeHold } from '../../../cards/cards/card-holds.ts';
import { readCard } from '../../../cards/cards/read-card.ts';
import { findMaintenance } from '../../../programme/maintenance/maintenance.ts';
import { readCardRules } from './read-rules-of-cards.ts';
import { readFacts } from './read-facts.ts';
import { decide } from './decide.ts';
import { findPlace, type RulePlace } from './find-place.ts';
import { getNetworkAbility, toEnforcedRules } from './network-ability.ts';
import { ruleNames } from './rule-names.ts';
import { figure } from './rule-kind.ts';

type CardRecord = Awaited<ReturnType<typeof readCard>>;

export interface PassReason {
  /** The rule's kind, or `state`, `goods`, `limit`, `money`, `station`, `network`. */
  rule: string;
  sentence: string;
}

export interface PassRequest {
  scope: CompanyScope;
  cardId: number;
  stationId: number | null;
  goodsId: number;
  centilitres: number;
}

/**
 * Lists everything that would decline this purchase now: the card, its network, its limit and money, the station, the
 * rules. An unknown price is not checked. Refuses: 404, 400 an unknown station or fuel.
 */
export async function wouldPass(ctx: Context, args: PassRequest): Promise<PassReason[]> {
  const { scope } = args;
  const card = await readCard(ctx, scope, args.cardId);
  const goods = findGoods(args.goodsId);
  if (!goods) throw fieldRefusal('goods_id', 'Неизвестный вид топлива');
  const at = ctx.clock.now();
  const maintenance = await findMaintenance(ctx.db.system, {
    partnerIds: [MAINTENANCE_OF_EVERYTHING, card.partnerId],
    now: at,
  });
  return ctx.db.inCompany(scope, async (tx) => {
    const place = args.stationId === null ? null : await findPlace(tx, args.stationId);
    if (args.stationId !== null && !place) throw fieldRefusal('station_id', 'Такой АЗС нет');
    const price = getPrice(goods, place);
    const sumKopecks = price === null ? null : Math.round((price * args.centilitres) / 100);
    const { effective } = await readCardRules(tx, scope, { cardId: card.id, at });
    // The chosen limit and goods are reported by the checks of the card itself.
    const guarded = toEnforcedRules(effective, getNetworkAbility(ctx, card.partnerId)).filter(
      ({ rule, heldBy }) => !(rule.chosen && heldBy === 'network'),
    );
    const facts = await readFacts(tx, scope, effective, {
      card,
      at,
      goodsId: goods.id,
      centilitres: args.centilitres,
      unitPriceKopecks: price,
      sumKopecks,
      place,
    });
    return [
      ...stateReasons(card),
      ...(maintenance ? [{ rule: 'network', sentence: maintenance.message }] : []),
      ...goodsReasons(card, goods),
      ...stationReasons(ctx, card, place),
      ...limitReasons(card, goods, { centilitres: args.centilitres, sumKopecks }),
      ...moneyReasons(card, sumKopecks),
      ...decide(guarded, facts, await ruleNames(tx)),
    ];
  });
}

function getPrice(goods: NetworkGoods, place: RulePlace | null): number | null {
  return goods.treeItemId === GOODS_TREE.diesel ? (place?.dieselKopecks ?? null) : null;
}

function stateReasons(card: CardRecord): PassReason[] {
  if (card.statusId === CARD_STATUS.active) return [];
  if (card.statusId === CARD_STATUS.notSetUp)
    return [{ rule: 'state', sentence: 'Карта ещё не настроена: выберите виды топлива.' }];
  // A card closed by its rules is reported by its rule.
  if (card.hold?.kind === 'rules') return [];
  return [
    {
      rule: 'state',
      sentence: card.hold ? describeHold(card.hold) : 'Карта заблокирована: разблокируйте её.',
    },
  ];
}

function goodsReasons(card: CardRecord, goods: NetworkGoods): PassReason[] {
  if (card.goodsIds.includes(goods.id)) return [];
  return [{ rule: 'goods', sentence: `«${goods.title}» не выбрано в услугах карты.` }];
}

function stationReasons(ctx: Context, card: CardRecord, place: RulePlace | null): PassReason[] {
  if (!place) return [];
  const added = ctx.partnerIds().map((id) => ({ id, brands: ctx.addedNetwork(id)?.brands }));
  if (networkOfBrand(place.brand, added) === card.partnerId) return [];
  return [
    { rule: 'station', sentence: `АЗС «${place.brand}» не принимает карты сети «${card.partnerTitle}».` },
  ];
}

function limitReasons(
  { limit }: CardRecord,
  goods: NetworkGoods,
  bought: { centilitres: number; sumKopecks: number | null },
): PassReason[] {
  if (!limit || (limit.goodsGroups.length > 0 && !limit.goodsGroups.includes(goods.treeItemId))) return [];
  const input =
    LIMIT_UNIT[limit.unit].column === 'centilitres' ? bought.centilitres : (bought.sumKopecks ?? 0);
  const left = Math.max(0, limit.count - limit.spent);
  if (input <= left && left > 0) return [];
  const rest =
    LIMIT_UNIT[limit.unit].column === 'centilitres' ? `${figure(left / 100)} л` : formatRubles(left);
  return [{ rule: 'limit', sentence: `Лимит карты ${LIMIT_PERIOD[limit.period].now}: осталось ${rest}.` }];
}

function moneyReasons(card: CardRecord, sumKopecks: number | null): PassReason[] {
  if (card.balance > 0 && (sumKopecks === null || sumKopecks <= card.balance)) return [];
  const needed = sumKopecks === null ? '' : `, а нужно около ${formatRubles(sumKopecks)}`;
  return [{ rule: 'money', sentence: `На карте ${formatRubles(card.balance)}${needed}.` }];
}
