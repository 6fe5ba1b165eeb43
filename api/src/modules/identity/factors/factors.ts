import {
  type FactorKind,
  type FactorAsk,
  FACTOR_FRESH_SECONDS,
  FACTORS_MAX,
} from '#contract/identity/second-factor.ts';
import type { Context } from '../../../context.ts';
import { getFactorAsk, isHalf, mustHaveFactor, factorNeeded } from '../../../http/assert-factor.ts';
import type { Session } from '../../../http/session.ts';
import { findProofs } from '../auth/find-proofs.ts';
import { listFactors, listPasskeys } from './factor-store.ts';
import {
  countUnusedCodes,
  hashRecoveryCodes,
  newRecoveryCodes,
  deleteCodes,
  insertCodes,
} from './recovery-codes.ts';
import type { Site } from './site.ts';
import type { Db } from '../../../db/database.ts';
import { Refusal, conflict } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { notifyOfAccessChange } from '../../messaging/notices/security-notices.ts';
import { setFactorSince } from '../../messaging/users/users.ts';
import type { Answering, Factor } from './factor.ts';

export interface Factors {
  asks: FactorAsk | null;
  required: boolean;
  confirmedAt: Date | null;
  ways: (FactorKind | 'recovery')[];
  canAdd: FactorKind[];
  /** Empty until the session is confirmed: a half session learns of the ways and nothing else. */
  factors: Factor[];
  codesLeft: number;
  companyRequires: boolean | null;
}

/** Returns the person's factors, and what this session has to do about them. */
export async function readFactors(ctx: Context, session: Session, site: Site | null): Promise<Factors> {
  const { userId } = session;
  const [factors, codesLeft, passkeys, { factorAt }] = await Promise.all([
    listFactors(ctx.db.system, userId),
    countUnusedCodes(ctx.db.system, userId),
    site ? listPasskeys(ctx.db.system, { userId, rpId: site.rpId }) : [],
    findProofs(ctx.db.system, session.id),
  ]);
  const half = isHalf(session);
  const ways: Factors['ways'] = [];
  if (passkeys.length > 0) ways.push('passkey');
  if (factors.some(({ kind }) => kind === 'totp')) ways.push('totp');
  if (codesLeft > 0) ways.push('recovery');
  return {
    asks: getFactorAsk(ctx.config, session),
    required: mustHaveFactor(ctx.config, session),
    confirmedAt: factorAt,
    ways,
    canAdd: [
      ...(site ? ['passkey' as const] : []),
      ...(ctx.config.secondFactor.totpKey ? ['totp' as const] : []),
    ],
    factors: half ? [] : factors,
    codesLeft: half ? 0 : codesLeft,
    companyRequires: session.company?.requiresFactor ?? null,
  };
}

const SIGN_IN_AGAIN =
  'Второй фактор впервые подключают в течение 15 минут после входа по СМС. Выйдите и войдите заново';

/**
 * Requires that a person with a factor has shown it in this session within the last 15 minutes. A first factor is
 * connected within 15 minutes after the sign-in. So neither an open screen nor a stolen session is enough.
 */
export async function assertMayChange(db: Db, sessionId: number, now: Date): Promise<void> {
  const { hasFactor, factorAt, signedInAt } = await findProofs(db, sessionId);
  if (hasFactor) {
    if (!isFresh(factorAt, now)) throw factorNeeded('confirm');
  } else if (!isFresh(signedInAt, now)) {
    throw new Refusal(403, 'code', SIGN_IN_AGAIN);
  }
}

function isFresh(at: Date | null, now: Date): boolean {
  return at !== null && now.getTime() - at.getTime() < FACTOR_FRESH_SECONDS * 1000;
}

export interface Added {
  factor: Factor;
  /** Shown this once; null when there were some before. */
  recoveryCodes: string[] | null;
}

/**
 * Stores a new factor inside the transaction of the answer that proves it, and with the first factor ten recovery
 * codes.
 */
export async function storeFactor(
  ctx: Context,
  tx: Db,
  { who, now, insert }: { who: Answering; now: Date; insert: () => Promise<Factor> },
): Promise<Added> {
  const { userId, sessionId, companyId, ip } = who;
  await assertMayChange(tx, sessionId, now);
  if ((await listFactors(tx, userId)).length >= FACTORS_MAX)
    throw conflict(`Можно подключить не больше ${FACTORS_MAX} способов. Удалите лишний`);
  const factor = await insert();
  await setFactorSince(tx, { userId, since: now });
  const left = await countUnusedCodes(tx, userId);
  const recoveryCodes = left > 0 ? null : await makeRecoveryCodes(tx, { userId, now });
  await recordEvent(tx, {
    at: now,
    what: 'factor-added',
    userId,
    companyId,
    ip,
    targets: [{ kind: 'factor', id: factor.id }],
    after: { kind: factor.kind, title: factor.title },
  });
  await notifyOfAccessChange(ctx, tx, {
    userId,
    companyId: companyId ?? null,
    what: { event: 'factor-added', title: factor.title },
    about: String(factor.id),
    now,
  });
  return { factor, recoveryCodes };
}

/** Ten codes in place of those before them. */
export async function makeRecoveryCodes(
  tx: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await deleteCodes(tx, userId);
  await insertCodes(tx, { userId, codes: await hashRecoveryCodes(codes), now });
  return codes;
}
