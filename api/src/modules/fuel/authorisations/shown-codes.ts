import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { FuelQuestion } from './authorisations.ts';
import { isGuessing, recordGuess, wasGuess } from './pump-guesses.ts';
import {
  authoriseSession,
  countTry,
  findOfferedSession,
  lockOffer,
  type PumpSession,
} from './pump-sessions.ts';
import type { FuelGrant } from './weigh-fuel.ts';

export const WRONG_CODE = 'Код неверный или уже использован';
const TOO_MANY_CODES = 'Слишком много неверных кодов. Попробуйте через 15 минут';
const OTHER_STATION = 'Этот код для другой АЗС';
const OTHER_GOODS = 'Этот код для другого топлива';
/** A code that was shown so often at wrong pumps is good no more. */
const MAX_TRIES = 3;

/** Finds the session of a code, or says why there is none. A wrong code counts against its station and its network. */
export async function findShownCode(
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

/** Locks the offer of a code until the transaction ends. Null when another pump has used it meanwhile: that counts as a wrong code. */
export async function lockShownOffer(
  tx: Db,
  { partnerId, requestId, station }: FuelQuestion,
  { offered, now }: { offered: PumpSession; now: Date },
): Promise<PumpSession | null> {
  const session = await lockOffer(tx, { ...offered, now });
  if (!session) await recordGuess(tx, { partnerId, requestId, station, now });
  return session;
}

/** Returns the refusal of a code that was made for another place or fuel; null when it fits. */
export function findCodeRefusal(
  session: PumpSession | null,
  { station, goodsId }: FuelQuestion,
): FuelGrant | null {
  if (session === null) return null;
  if (session.station !== null && session.station !== station)
    return { granted: false, code: 'other', reason: OTHER_STATION };
  if (session.goodsId !== null && session.goodsId !== goodsId)
    return { granted: false, code: 'goods', reason: OTHER_GOODS };
  return null;
}

/** A code is good for so much as it was made for. */
export function limitByCode(question: FuelQuestion, session: PumpSession | null): FuelQuestion {
  if (session === null) return question;
  const { maxCentilitres } = session;
  return { ...question, centilitres: Math.min(question.centilitres ?? maxCentilitres, maxCentilitres) };
}

/** Moves a session by the answer: the pump may sell, or a try was declined. */
export async function moveSession(
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
