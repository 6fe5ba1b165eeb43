import { networkOfBrand } from '#contract/programme/stations.ts';
import { PUMP_CODE_MINUTES } from '#contract/fuel/pump-sessions.ts';
import { GOODS_TREE } from '#contract/ids.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { newDigits } from '../../../lib/secrets.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { findPlace } from '../../fleet/rules/purchase/find-place.ts';
import { getNetworkAbility } from '../../fleet/rules/purchase/network-ability.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import { listAskedCards } from '../authorisations/asked-cards.ts';
import { expireOverdue } from '../authorisations/holds.ts';
import {
  expireOffers,
  findNewestSession,
  findPumpSession,
  insertPumpSession,
  type NewPumpSession,
  type PumpSession,
} from '../authorisations/pump-sessions.ts';
import { weighWanted } from '../authorisations/weigh-wanted.ts';

const NEVER_ASKS = 'Эта сеть не принимает коды портала: заправляйтесь картой';
const HAS_OPEN = 'По карте уже есть код. Используйте его или отмените';
const CODE_DIGITS = 8;
/** Codes of a network that are open at once are few among a hundred million. */
const MAX_DRAWS = 10;

export interface FuelOffer {
  scope: CompanyScope;
  cardId: number;
  how: 'code' | 'qr';
  stationId: number | null;
  goodsId: number | null;
  centilitres: number | null;
  origin: NewPumpSession['origin'];
  userId: number | null;
  driverId: number | null;
}

/**
 * Makes a code for one filling by a card, good for 15 minutes. No money goes on hold before the pump asks. Refuses: 404
 * another company's card, 409 what could not be filled now, with the reason; a card with an open code; a network that never
 * asks; 400 an unknown station or fuel.
 */
export async function offerFuel(ctx: Context, offer: FuelOffer): Promise<PumpSession> {
  const { scope, cardId, goodsId } = offer;
  const card = await readCard(ctx, scope, cardId);
  if (!getNetworkAbility(ctx, card.partnerId).asks) throw conflict(NEVER_ASKS);
  if (goodsId !== null && !findGoods(goodsId)) throw fieldRefusal('goods_id', 'Неизвестный вид топлива');
  return ctx.db.inSystem(async (tx) => {
    const station = await findOfferedStation(ctx, tx, offer, card.partnerId);
    await lockMoney(tx, [scope.companyId]);
    const now = ctx.clock.now();
    await expireOverdue(tx, scope.companyId, now);
    await expireOffers(tx, now, cardId);
    const newest = await findNewestSession(tx, scope, cardId);
    if (newest && newest.endedAt === null) throw conflict(HAS_OPEN, { reason: 'open' });
    const [asked] = await listAskedCards(tx, [cardId]);
    if (!asked) throw notFound('Карта не найдена');
    const wanted = {
      partnerId: card.partnerId,
      station,
      goodsId: goodsId ?? chooseUsualGoods(asked.goodsIds),
      centilitres: offer.centilitres,
      sum: null,
    };
    const { grant } = await weighWanted(ctx, tx, { wanted, card: asked, now });
    if (!grant.granted) throw conflict(grant.reason, { reason: grant.code });
    const session = {
      ...offer,
      ...scope,
      partnerId: card.partnerId,
      station,
      maxCentilitres: grant.centilitres,
      maxKopecks: grant.sum,
      offeredAt: now,
      expiresAt: new Date(now.getTime() + PUMP_CODE_MINUTES * 60_000),
    };
    const id = await insertWithCode(tx, session);
    await recordEvent(tx, {
      at: now,
      what: 'pump-code-made',
      companyId: scope.companyId,
      targets: [{ kind: 'card', id: cardId }],
      details: { origin: offer.origin, centilitres: grant.centilitres, station },
    });
    return (await findPumpSession(tx, scope, id)) as PumpSession;
  });
}

async function findOfferedStation(
  ctx: Context,
  tx: Db,
  { stationId }: FuelOffer,
  partnerId: number,
): Promise<string | null> {
  if (stationId === null) return null;
  const place = await findPlace(tx, stationId);
  if (!place) throw fieldRefusal('station_id', 'Такой АЗС нет');
  const added = ctx.partnerIds().map((id) => ({ id, brands: ctx.addedNetwork(id)?.brands }));
  if (networkOfBrand(place.brand, added) !== partnerId)
    throw fieldRefusal('station_id', `АЗС «${place.brand}» не принимает эту карту`);
  return place.address;
}

/** Returns diesel, where the card may pay for it. */
function chooseUsualGoods(goodsIds: readonly number[]): number {
  const isDiesel = (id: number) => findGoods(id)?.treeItemId === GOODS_TREE.diesel;
  return goodsIds.find(isDiesel) ?? goodsIds[0] ?? 0;
}

async function insertWithCode(tx: Db, session: Omit<NewPumpSession, 'code'>): Promise<number> {
  for (let draw = 0; draw < MAX_DRAWS; draw += 1) {
    const id = await insertPumpSession(tx, { ...session, code: newDigits(CODE_DIGITS) });
    if (id !== null) return id;
  }
  throw conflict(HAS_OPEN);
}
