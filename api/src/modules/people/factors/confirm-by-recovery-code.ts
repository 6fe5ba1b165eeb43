import { FACTOR_MESSAGES } from '#contract/second-factor.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { answerFactor } from './answer-factor.ts';
import type { Answering } from './factor.ts';
import { findTypedCode } from './find-typed-code.ts';
import { listUnusedCodes, useCode } from './recovery-code-store.ts';

/** Confirms the session by a recovery code, which is used up by it. */
export async function confirmByRecoveryCode(ctx: Context, who: Answering, typed: string): Promise<Date> {
  const { at } = await answerFactor(ctx, { way: 'recovery', who }, async (tx, now) => {
    const right = await findTypedCode(await listUnusedCodes(tx, who.userId), typed);
    if (!right || !(await useCode(tx, { id: right.id, now })))
      throw fieldRefusal('code', FACTOR_MESSAGES.recovery);
  });
  return at;
}
