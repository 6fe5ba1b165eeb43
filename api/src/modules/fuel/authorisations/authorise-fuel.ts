import { COMPANY_BLOCKED, HOLD_MESSAGES } from '#contract/companies/blocks.ts';
import type { DeclineCode } from '#contract/fleet/declines.ts';
import { HOLD_MINUTES } from '#contract/fuel/authorisations.ts';
import { CARD_STATUS, GOODS_TREE, type PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict } from '../../../errors.ts';
import { findGoods, type NetworkGoods } from '../../../gateways/fuel-network/goods.ts';
import { hashOfValue, sameHash } from '../../../lib/secrets.ts';
import { recordDecline } from '../../fleet/declines/declines.ts';
import { readSaleJudge } from '../../fleet/declines/judge-sale.ts';
import { findPlaceOfSale, type RulePlace } from '../../fleet/rules/purchase/find-place.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import {
  findAskedCard,
  findAuthorisation,
  findLastPrice,
  insertAuthorisation,
  listPendingFuel,
  type AskedCard,
  type Authorisation,
} from './authorisations.ts';
import { findEarlySettlement } from './early-settlements.ts';
import { expireOverdue } from './holds.ts';
import { holdMoney } from './held-money.ts';
import { weighFuel, type FuelGrant } from './weigh-fuel.ts';

/** A network's question before it sells. */
export interface FuelQuestion {
  partnerId: PartnerId;
  requestId: string;
  cardNumber: string;
  station: string;
  pump: string | null;
  goodsId: number;
  /** Null: as much as is allowed. */
  centilitres: number | null;
  sum: Kopecks | null;
}

/** The portal's answer. An unknown card has no company, so nothing of it is stored. */
export type FuelAnswer = Pick<
  Authorisation,
  'state' | 'reason' | 'maxCentilitres' | 'maxKopecks' | 'holdUntil' | 'requestId'
>;

const UNKNOWN_CARD = 'Такой карты в программе нет';
const OTHER_QUESTION = 'Этот request_id уже был у другого запроса';
const HOLD_MS = HOLD_MINUTES * 60_000;
/** A network waits for two seconds at most. */
const LOCK_TIMEOUT_MS = 1500;

/**
 * Decides whether a network may sell, and how much, and puts the money on hold: one transaction under the lock that a sale
 * takes, so two pumps at once never pass a limit together. The same request gets the same answer. Refuses (409) the id of
 * another request.
 */
export async function authoriseFuel(ctx: Context, question: FuelQuestion): Promise<FuelAnswer> {
  const asked = hashOfValue(question);
  const known = await findAuthorisation(ctx.db.system, question);
  if (known) return repeated(known, asked);
  const made = await ctx.db.inSystem((tx) => decideUnderLock(ctx, tx, question, asked));
  if (made === null) {
    // Two questions with one id, about cards of two companies, came at once: the other one was first.
    const first = await findAuthorisation(ctx.db.system, question);
    if (!first) throw new Error('an authorisation was neither stored nor found');
    return repeated(first, asked);
  }
  if (made.refusal) await recordRefusal(ctx, question, made.refusal);
  return made.answer;
}

function repeated(known: Authorisation, asked: Buffer): FuelAnswer {
  if (!sameHash(known.asked, asked)) throw conflict(OTHER_QUESTION);
  // What ended meanwhile was approved all the same: the network may have lost the answer.
  return known.state === 'declined' || known.maxKopecks === 0 ? known : { ...known, state: 'approved' };
}

interface Decision {
  answer: FuelAnswer;
  /** Null where the decline is no news: the card is unknown, or fuel may be sold. */
  refusal: { code: DeclineCode; reason: string } | null;
}

async function decideUnderLock(
  ctx: Context,
  tx: Db,
  question: FuelQuestion,
  asked: Buffer,
): Promise<Decision | null> {
  const named = { partnerId: question.partnerId, number: question.cardNumber };
  const found = await findAskedCard(tx, named);
  if (!found) return { answer: await declineUnknown(ctx, tx, question), refusal: null };
  await lockMoney(tx, [found.companyId], LOCK_TIMEOUT_MS);
  // Read after the lock, as everything that decides.
  const now = ctx.clock.now();
  const known = await findAuthorisation(tx, question);
  if (known) return { answer: repeated(known, asked), refusal: null };
  await expireOverdue(tx, found.companyId, now);
  const card = (await findAskedCard(tx, named)) ?? found;
  const early = await findEarlySettlement(tx, question);
  // The fuel is in the tank already: the question comes late, and its sale is booked next.
  const grant: FuelGrant = early
    ? { granted: true, centilitres: early.centilitres, sum: kopecks(early.sumKopecks), reason: null }
    : await weigh(ctx, tx, { question, card, now });
  const held = grant.granted && !early ? grant.sum : kopecks(0);
  const input = {
    ...question,
    companyId: card.companyId,
    cardId: card.id,
    asked,
    state: grant.granted ? ('approved' as const) : ('declined' as const),
    reason: grant.reason,
    maxCentilitres: grant.granted ? grant.centilitres : 0,
    maxKopecks: grant.granted ? grant.sum : kopecks(0),
    held,
    holdUntil: grant.granted ? new Date(now.getTime() + HOLD_MS) : now,
    askedAt: now,
  };
  const id = await insertAuthorisation(tx, input);
  if (id === null) return null;
  if (held > 0) await holdMoney(tx, now, { ...input, id });
  await recordEvent(tx, {
    at: now,
    what: grant.granted ? 'fuel-authorised' : 'fuel-declined',
    companyId: card.companyId,
    targets: [{ kind: 'card', id: card.id }],
    details: { requestId: question.requestId, heldKopecks: held, centilitres: input.maxCentilitres },
  });
  return { answer: input, refusal: grant.granted ? null : grant };
}

async function declineUnknown(ctx: Context, tx: Db, question: FuelQuestion): Promise<FuelAnswer> {
  const now = ctx.clock.now();
  await recordEvent(tx, {
    at: now,
    what: 'fuel-declined',
    targets: [{ kind: 'partner', id: question.partnerId }],
    details: { requestId: question.requestId },
  });
  const { requestId } = question;
  const nothing = { maxCentilitres: 0, maxKopecks: kopecks(0) };
  return { requestId, state: 'declined', reason: UNKNOWN_CARD, ...nothing, holdUntil: now };
}

interface Weighed {
  question: FuelQuestion;
  card: AskedCard;
  now: Date;
}

/** Asks, in this order: the company, the card, its goods, and then the money and the rules for a quantity. */
async function weigh(ctx: Context, tx: Db, { question, card, now }: Weighed): Promise<FuelGrant> {
  const goods = findGoods(question.goodsId);
  const refusal = findStateRefusal(card, goods);
  if (refusal) return { granted: false, ...refusal };
  const place = await findPlaceOfSale(tx, question.station);
  const price = await findPrice(tx, { question, card, place, goods: goods as NetworkGoods });
  const judge = await readSaleJudge(ctx, tx, {
    purchase: {
      card: { id: card.id, companyId: card.companyId, partnerId: question.partnerId },
      at: now,
      goodsId: question.goodsId,
      centilitres: question.centilitres ?? 0,
      unitPriceKopecks: price,
      sumKopecks: question.sum,
      place,
    },
    pending: await listPendingFuel(tx, card.id),
    isBinding: true,
  });
  return weighFuel({ ...question, price, balance: card.balance, judge });
}

function findStateRefusal(
  card: AskedCard,
  goods: NetworkGoods | undefined,
): { code: DeclineCode; reason: string } | null {
  if (card.isBlockedCompany) return { code: 'blocked', reason: `${COMPANY_BLOCKED}.` };
  if (card.statusId === CARD_STATUS.notSetUp)
    return { code: 'not-set-up', reason: 'Карта ещё не настроена: выберите виды топлива.' };
  if (card.holdKind !== null) return { code: 'blocked', reason: `${HOLD_MESSAGES[card.holdKind]}.` };
  if (card.statusId === CARD_STATUS.blocked)
    return { code: 'blocked', reason: 'Карта заблокирована: разблокируйте её.' };
  if (!goods || !card.goodsIds.includes(goods.id))
    return { code: 'goods', reason: `«${goods?.title ?? 'Этот товар'}» не выбран в услугах карты.` };
  return null;
}

/** Kopecks a litre: as the network says, else of the list of stations, else of the card's last purchase. */
async function findPrice(
  tx: Db,
  {
    question: { centilitres, sum, goodsId },
    card,
    place,
    goods,
  }: { question: FuelQuestion; card: AskedCard; place: RulePlace | null; goods: NetworkGoods },
): Promise<number | null> {
  if (centilitres !== null && sum !== null && sum > 0) return (sum * 100) / centilitres;
  if (goods.treeItemId === GOODS_TREE.diesel && place?.dieselKopecks) return place.dieselKopecks;
  return findLastPrice(tx, { companyId: card.companyId, cardId: card.id, goodsId });
}

/** The client sees the decline and can let it pass, as any other. */
async function recordRefusal(
  ctx: Context,
  { cardNumber, station, goodsId, centilitres, sum }: FuelQuestion,
  { code, reason }: { code: DeclineCode; reason: string },
): Promise<void> {
  await recordDecline(ctx, {
    cardNumber,
    at: ctx.clock.now(),
    code,
    reason,
    station,
    goods: findGoods(goodsId) ?? null,
    centilitres: centilitres ?? 0,
    sumKopecks: sum ?? 0,
  });
}
