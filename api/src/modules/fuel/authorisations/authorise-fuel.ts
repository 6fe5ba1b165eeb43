import type { DeclineCode } from '#contract/fleet/declines.ts';
import { HOLD_MINUTES } from '#contract/fuel/authorisations.ts';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { conflict } from '../../../errors.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { hashOfValue, sameHash } from '../../../lib/secrets.ts';
import { recordDecline } from '../../fleet/declines/declines.ts';
import { holdBudget } from '../../fleet/rules/purchase/budget-use.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import {
  findAskedCard,
  findAuthorisation,
  insertAuthorisation,
  type Authorisation,
} from './authorisations.ts';
import { findEarlySettlement } from './early-settlements.ts';
import { expireOverdue } from './holds.ts';
import { holdMoney } from './held-money.ts';
import { isGuessing, recordGuess, wasGuess } from './pump-guesses.ts';
import {
  authoriseSession,
  countTry,
  findOfferedSession,
  lockOffer,
  type PumpSession,
} from './pump-sessions.ts';
import type { FuelGrant } from './weigh-fuel.ts';
import { weighWanted } from './weigh-wanted.ts';

/** A network's question before it sells. */
export interface FuelQuestion {
  partnerId: PartnerId;
  requestId: string;
  /** The card by its number, or by a code that was made for one filling. */
  shown: { cardNumber: string } | { code: string };
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
const WRONG_CODE = 'Код неверный или уже использован';
const TOO_MANY_CODES = 'Слишком много неверных кодов. Попробуйте через 15 минут';
const OTHER_STATION = 'Этот код для другой АЗС';
const OTHER_GOODS = 'Этот код для другого топлива';
/** A code that was shown so often at wrong pumps is good no more. */
const MAX_TRIES = 3;
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
  refusal: { code: DeclineCode; reason: string; cardNumber: string } | null;
}

async function decideUnderLock(
  ctx: Context,
  tx: Db,
  question: FuelQuestion,
  asked: Buffer,
): Promise<Decision | null> {
  const { partnerId, shown } = question;
  const offered = 'code' in shown ? await findShownCode(ctx, tx, question, shown.code) : null;
  if (offered !== null && 'refused' in offered)
    return { answer: await declineUnknown(ctx, tx, question, offered.refused), refusal: null };
  const number = offered?.cardNumber ?? ('cardNumber' in shown ? shown.cardNumber : '');
  const found = await findAskedCard(tx, { partnerId, number });
  if (!found) return { answer: await declineUnknown(ctx, tx, question, UNKNOWN_CARD), refusal: null };
  await lockMoney(tx, [found.companyId], LOCK_TIMEOUT_MS);
  // Read after the lock, as everything that decides.
  const now = ctx.clock.now();
  const answered = await findAuthorisation(tx, question);
  if (answered) return { answer: repeated(answered, asked), refusal: null };
  // Another pump may have used the code meanwhile.
  const session = offered && (await lockShownOffer(tx, question, { offered, now }));
  if (offered && !session)
    return { answer: await declineUnknown(ctx, tx, question, WRONG_CODE), refusal: null };
  await expireOverdue(tx, found.companyId, now);
  const card = (await findAskedCard(tx, { partnerId, number })) ?? found;
  const early = await findEarlySettlement(tx, question);
  // The fuel is in the tank already: the question comes late, and its sale is booked next.
  const known: FuelGrant | null = early
    ? { granted: true, centilitres: early.centilitres, sum: kopecks(early.sumKopecks), reason: null }
    : findCodeRefusal(session, question);
  const { grant, budgetGroupId } = known
    ? { grant: known, budgetGroupId: null }
    : await weighWanted(ctx, tx, { wanted: limitByCode(question, session), card, now });
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
  if (grant.granted && budgetGroupId !== null)
    await holdBudget(tx, mintCompanyScope(card.companyId), budgetGroupId, {
      card: { id: card.id, partnerId },
      externalId: question.requestId,
      at: now,
      centilitres: grant.centilitres,
      sumKopecks: grant.sum,
      until: input.holdUntil,
    });
  if (session) await moveSession(tx, { session, question, grant, id, until: input.holdUntil, now });
  await recordEvent(tx, {
    at: now,
    what: grant.granted ? 'fuel-authorised' : 'fuel-declined',
    companyId: card.companyId,
    targets: [{ kind: 'card', id: card.id }],
    details: { requestId: question.requestId, heldKopecks: held, centilitres: input.maxCentilitres },
  });
  const refusal = grant.granted ? null : { ...grant, cardNumber: number };
  return { answer: input, refusal };
}

/** Finds the session of a code, or says why there is none. A wrong code counts against its station and its network. */
async function findShownCode(
  ctx: Context,
  tx: Db,
  { partnerId, requestId, station }: FuelQuestion,
  code: string,
): Promise<PumpSession | { refused: string }> {
  const now = ctx.clock.now();
  if (await wasGuess(tx, { partnerId, requestId })) return { refused: WRONG_CODE };
  if (await isGuessing(tx, { partnerId, station, now })) return { refused: TOO_MANY_CODES };
  const session = await findOfferedSession(tx, { partnerId, code, now });
  if (session) return session;
  await recordGuess(tx, { partnerId, requestId, station, now });
  return { refused: WRONG_CODE };
}

async function lockShownOffer(
  tx: Db,
  { partnerId, requestId, station }: FuelQuestion,
  { offered, now }: { offered: PumpSession; now: Date },
): Promise<PumpSession | null> {
  const session = await lockOffer(tx, { ...offered, now });
  if (!session) await recordGuess(tx, { partnerId, requestId, station, now });
  return session;
}

function findCodeRefusal(session: PumpSession | null, { station, goodsId }: FuelQuestion): FuelGrant | null {
  if (session === null) return null;
  if (session.station !== null && session.station !== station)
    return { granted: false, code: 'other', reason: OTHER_STATION };
  if (session.goodsId !== null && session.goodsId !== goodsId)
    return { granted: false, code: 'goods', reason: OTHER_GOODS };
  return null;
}

/** A code is good for so much as it was made for. */
function limitByCode(question: FuelQuestion, session: PumpSession | null): FuelQuestion {
  if (session === null) return question;
  const { maxCentilitres } = session;
  return { ...question, centilitres: Math.min(question.centilitres ?? maxCentilitres, maxCentilitres) };
}

async function moveSession(
  tx: Db,
  about: {
    session: PumpSession;
    question: FuelQuestion;
    grant: FuelGrant;
    id: number;
    until: Date;
    now: Date;
  },
): Promise<void> {
  const { session, question, grant, now } = about;
  const named = { id: session.id, companyId: session.companyId, now };
  if (grant.granted)
    return authoriseSession(tx, {
      ...named,
      authorisationId: about.id,
      maxCentilitres: grant.centilitres,
      maxKopecks: grant.sum,
      until: about.until,
    });
  await countTry(tx, { ...named, reason: grant.reason, max: MAX_TRIES });
  // A right code at a wrong pump is a guess, too.
  if (grant.reason === OTHER_STATION) await recordGuess(tx, { ...question, now });
}

async function declineUnknown(
  ctx: Context,
  tx: Db,
  question: FuelQuestion,
  reason: string,
): Promise<FuelAnswer> {
  const now = ctx.clock.now();
  const { requestId, partnerId } = question;
  await recordEvent(tx, {
    at: now,
    what: 'fuel-declined',
    targets: [{ kind: 'partner', id: partnerId }],
    details: { requestId },
  });
  const nothing = { maxCentilitres: 0, maxKopecks: kopecks(0) };
  return { requestId, state: 'declined', reason, ...nothing, holdUntil: now };
}

/** Records a decline that the client sees and can let pass, like each decline of a network. */
async function recordRefusal(
  ctx: Context,
  { station, goodsId, centilitres, sum }: FuelQuestion,
  { code, reason, cardNumber }: { code: DeclineCode; reason: string; cardNumber: string },
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
