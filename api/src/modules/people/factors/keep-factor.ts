import { FACTORS_MAX } from '#contract/second-factor.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict } from '../../../errors.ts';
import { tellOfSecurity } from '../notices/tell-of-security.ts';
import { setFactorSince } from '../users/set-factor-since.ts';
import { assertMayChange } from './assert-may-change.ts';
import type { Answering, Factor } from './factor.ts';
import { listFactors } from './factor-store.ts';
import { hashRecoveryCodes } from './hash-recovery-codes.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { countUnusedCodes, deleteCodesOf, insertCodes } from './recovery-code-store.ts';

export interface Added {
  factor: Factor;
  /** Shown this once; null when there were some before. */
  recoveryCodes: string[] | null;
}

/** Inside the transaction of the answer that proves it: keeps a new factor, and with the first one ten recovery codes. */
export async function keepFactor(
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
  await tellOfSecurity(ctx, tx, {
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
  await deleteCodesOf(tx, userId);
  await insertCodes(tx, { userId, codes: await hashRecoveryCodes(codes), now });
  return codes;
}
