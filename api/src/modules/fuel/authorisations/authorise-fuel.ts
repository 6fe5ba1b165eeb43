import type { DeclineCode } from '#contract/fleet/declines.ts';
import { HOLD_MINUTES } from '#contract/fuel/authorisations.ts';
import { kopecks } from '#contract/kopecks.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, unavailable } from '../../../errors.ts';
import { findGoods } from '../../../gateways/fuel-network/goods.ts';
import { hashOfValue, sameHash } from '../../../lib/secrets.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { LineTooLong, ownerShares, type OwnerShares } from '../../../lib/turns/owner-shares.ts';
import { recordDecline } from '../../fleet/declines/declines.ts';
import { holdBudget } from '../../fleet/rules/purchase/budget-use.ts';
import { lockMoney } from '../../money/ledger/lock-money.ts';
import {
  findAskedCard,
  findAskedCompany,
  findAuthorisation,
  insertAuthorisation,
  type Authorisation,
  type FuelQuestion,
} from './authorisations.ts';
import { findEarlySettlement } from './early-settlements.ts';
import { expireOverdue } from './holds.ts';
import { holdMoney } from './held-money.ts';
import {
  findCodeRefusal,
  findShownCode,
  limitByCode,
  lockShownOffer,
  moveSession,
  WRONG_CODE,
} from './shown-codes.ts';
import type { FuelGrant } from './weigh-fuel.ts';
import { weighWanted } from './weigh-wanted.ts';

/** The portal's answer. An unknown card has no company, so nothing of it is stored. */
export type FuelAnswer = Pick<
  Authorisation,
  'state' | 'reason' | 'maxCentilitres' | 'maxKopecks' | 'holdUntil' | 'requestId'
>;

const UNKNOWN_CARD = 'Такой карты в программе нет';
const OTHER_QUESTION = 'Этот request_id уже был у другого запроса';
const HOLD_MS = HOLD_MINUTES * 60_000;
/** Questions of one company that wait for their turn in a process. */
const MAX_WAITING = 200;
const TOO_MANY_PUMPS = 'Слишком много запросов по картам этой компании. Повторите через секунду';
/** A network waits for two seconds at most. */
const LOCK_TIMEOUT_MS = 1500;

/**
 * Decides whether a network may sell, and how much, and puts the money on hold: one transaction under the lock that a sale
 * takes, so two pumps at once never pass a limit together. The same request gets the same answer. Refuses (409) the id of
 * another request.
 */
export async function authoriseFuel(ctx: Context, question: FuelQuestion): Promise<FuelAnswer> {
  const asked = hashOfValue(question);
  const [known, companyId] = await ctx.db.prepared((db) =>
    Promise.all([findAuthorisation(db, question), findAskedCompany(db, question)]),
  );
  if (known) return repeated(known, asked);
  const leave = companyId === null ? null : await takeTurn(ctx, companyId);
  const made = await ctx.db
    .inPrepared((tx, commit) => decideUnderLock({ ctx, tx, commit }, question, asked))
    .finally(() => leave?.());
  if (made === null) {
    // Two questions with one id, about cards of two companies, came at once: the other one was first.
    const first = await findAuthorisation(ctx.db.system, question);
    if (!first) throw new Error('an authorisation was neither stored nor found');
    return repeated(first, asked);
  }
  if (made.refusal) await recordRefusal(ctx, question, made.refusal);
  return made.answer;
}

const turns = memoizePerOwner<Context, OwnerShares>(() =>
  ownerShares({ maxConcurrent: 1, waiting: MAX_WAITING }),
);

/** Waits for the company's earlier questions, so that its crowd takes one connection. Refuses (503) when that takes too long. */
async function takeTurn(ctx: Context, companyId: number): Promise<() => void> {
  try {
    return await turns(ctx).take(String(companyId), AbortSignal.timeout(LOCK_TIMEOUT_MS));
  } catch (error) {
    throw error instanceof LineTooLong ? unavailable(TOO_MANY_PUMPS) : error;
  }
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

interface Deciding {
  ctx: Context;
  tx: Db;
  commit: () => Promise<void>;
}

async function decideUnderLock(
  { ctx, tx, commit }: Deciding,
  question: FuelQuestion,
  asked: Buffer,
): Promise<Decision | null> {
  const { partnerId, shown } = question;
  const offered = 'code' in shown ? await findShownCode(ctx, tx, question, shown.code) : null;
  const decline = async (reason: string): Promise<Decision> => {
    const answer = await declineUnknown(ctx, tx, question, reason);
    await commit();
    return { answer, refusal: null };
  };
  if (offered !== null && 'refused' in offered) return decline(offered.refused);
  const number = offered?.cardNumber ?? ('cardNumber' in shown ? shown.cardNumber : '');
  const found = await findAskedCard(tx, { partnerId, number });
  if (!found) return decline(UNKNOWN_CARD);
  // Sent together and carried out in this order: what decides is read after the lock, as is the time.
  const [, answered, early] = await Promise.all([
    lockMoney(tx, [found.companyId], LOCK_TIMEOUT_MS),
    findAuthorisation(tx, question),
    findEarlySettlement(tx, question),
  ]);
  const now = ctx.clock.now();
  if (answered) return { answer: repeated(answered, asked), refusal: null };
  // Another pump may have used the code meanwhile.
  const session = offered && (await lockShownOffer(tx, question, { offered, now }));
  if (offered && !session) return decline(WRONG_CODE);
  await expireOverdue(tx, found.companyId, now);
  const card = (await findAskedCard(tx, { partnerId, number })) ?? found;
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
  const recorded = recordEvent(tx, {
    at: now,
    what: grant.granted ? 'fuel-authorised' : 'fuel-declined',
    companyId: card.companyId,
    targets: [{ kind: 'card', id: card.id }],
    details: { requestId: question.requestId, heldKopecks: held, centilitres: input.maxCentilitres },
  });
  await Promise.all([recorded, commit()]);
  const refusal = grant.granted ? null : { ...grant, cardNumber: number };
  return { answer: input, refusal };
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
