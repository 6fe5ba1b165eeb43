import { randomUUID } from 'node:crypto';
import { normalizeDriverPhone } from '#contract/values/phone.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { Refusal } from '../../../errors.ts';
import { createWork, runAsWork } from '../../../lib/current-work.ts';
import { moscowTimeOfDay } from '../../../lib/money-format.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { slidingWindow } from '../../../lib/turns/sliding-window-limit.ts';
import type { PumpText, SmsProblem } from '../../fleet/driver-links/texts/driver-text.ts';
import { LANGUAGES } from '../../fleet/driver-links/texts/languages.ts';
import { findNewestSession, type PumpSession } from '../authorisations/pump-sessions.ts';
import { listCardsOfPhone, type DriverCard } from './driver-card-store.ts';
import { offerFuel } from './offer-fuel.ts';
import { readDriverSms, readSmsLanguage, type DriverSms } from './driver-sms.ts';

/** Answers cost money: a phone gets so many an hour. */
const MAX_ANSWERS = 10;
const WINDOW_SECONDS = 3600;
const answers = memoizePerOwner((ctx: Context) =>
  slidingWindow<string>(ctx.clock, MAX_ANSWERS, WINDOW_SECONDS),
);

/**
 * Answers a driver's SMS «40 дт 4000» (litres, fuel, last digits of the card) with a code for one filling, or with the reason,
 * in one segment. A driver whose code is still good gets the same one again: an answer may be lost on its way. A phone of no
 * driver gets nothing and costs nothing. Returns whether an answer was sent.
 */
export async function answerSms(ctx: Context, input: { phone: string; text: string }): Promise<boolean> {
  const phone = normalizeDriverPhone(input.phone);
  const cards = phone === null ? [] : await listCardsOfPhone(ctx.db.system, phone);
  if (phone === null || cards.length === 0) return false;
  if (answers(ctx)(phone).waitSeconds > 0) return false;
  const { pump } = LANGUAGES[readSmsLanguage(input.text)];
  const text = await writeAnswer(ctx, { cards, pump, wanted: readDriverSms(input.text) });
  const sent = await ctx.sms.send({ phone, text, clientId: `pump-code-${randomUUID()}` });
  return sent.accepted;
}

async function writeAnswer(
  ctx: Context,
  { cards, pump, wanted }: { cards: readonly DriverCard[]; pump: PumpText; wanted: DriverSms | null },
): Promise<string> {
  if (!wanted) return pump.smsRefused.unread;
  const { lastFour } = wanted;
  const meant = cards.filter(({ number }) => lastFour === null || number.endsWith(lastFour));
  const [card] = meant;
  if (!card || meant.length > 1) return pump.smsRefused.card;
  try {
    return writeCode(pump, await offerByDriver(ctx, card, wanted));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problem = toProblem(error);
    const made = problem === 'open' ? await findOwnOffer(ctx, card) : null;
    return made ? writeCode(pump, made) : pump.smsRefused[problem];
  }
}

function writeCode(pump: PumpText, { code, maxCentilitres, expiresAt }: PumpSession): string {
  const digits = code ?? '';
  return pump.smsCode({
    code: `${digits.slice(0, 4)} ${digits.slice(4)}`,
    litres: String(Math.floor(maxCentilitres / 100)),
    time: moscowTimeOfDay(expiresAt).slice(0, 5),
  });
}

/** Finds the open code that this driver has asked for; null where it is another's or at the pump already. */
async function findOwnOffer(ctx: Context, card: DriverCard): Promise<PumpSession | null> {
  const newest = await findNewestSession(ctx.db.system, mintCompanyScope(card.companyId), card.cardId);
  return newest?.state === 'offered' && newest.driverId === card.driverId ? newest : null;
}

function offerByDriver(ctx: Context, card: DriverCard, { centilitres, goodsId }: DriverSms) {
  const work = createWork('driverAsksPumpCodeBySms', {
    companyId: card.companyId,
    role: 'driver',
    by: { kind: 'driver', id: card.driverId },
    targets: [{ kind: 'card', id: card.cardId }],
    leavesTrace: true,
  });
  return runAsWork(work, () =>
    offerFuel(ctx, {
      scope: mintCompanyScope(card.companyId),
      cardId: card.cardId,
      how: 'code',
      stationId: null,
      goodsId,
      centilitres,
      origin: 'sms',
      userId: null,
      driverId: card.driverId,
    }),
  );
}

const PROBLEM: Readonly<Record<string, SmsProblem>> = {
  open: 'open',
  money: 'money',
  rule: 'rule',
  limit: 'rule',
  blocked: 'blocked',
  'not-set-up': 'blocked',
  goods: 'goods',
};

function toProblem({ data }: Refusal): SmsProblem {
  return PROBLEM[String(data?.reason)] ?? 'other';
}
