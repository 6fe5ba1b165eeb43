import { recordEvent } from '../../../audit/record-event.ts';
import type { Context, SaidConfirmation } from '../../../context.ts';
import { checkCode, spendCode } from '../sms-codes/check-code.ts';
import { markConfirmed } from './session-list-store.ts';

/** Spends a code of purpose `access` on this session, for 15 minutes. Refuses on `sms` as every code does. */
export async function confirmSession(ctx: Context, said: SaidConfirmation): Promise<void> {
  const { sessionId, userId, code, ip } = said;
  const codeId = await checkCode(ctx, { userId, code, purpose: 'access', subjects: 'any', sumKopecks: null });
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    await spendCode(tx, codeId, now);
    await markConfirmed(tx, { sessionId, now });
    await recordEvent(tx, { at: now, what: 'session-confirmed', userId, ip, details: { sessionId } });
  });
}
