import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { assertMayChange, makeRecoveryCodes } from './factors.ts';
import { listFactors } from './factor-store.ts';
import type { Answering } from './factor.ts';

/**
 * Makes ten new recovery codes, shown only once. Refuses with 409 a person without a factor that they could replace.
 */
export async function renewRecoveryCodes(ctx: Context, who: Answering): Promise<string[]> {
  const now = ctx.clock.now();
  const { userId, companyId, sessionId, ip } = who;
  return ctx.db.inSystem(async (tx) => {
    await assertMayChange(tx, sessionId, now);
    if ((await listFactors(tx, userId)).length === 0) throw conflict('Сначала подключите второй фактор');
    const codes = await makeRecoveryCodes(tx, { userId, now });
    await recordEvent(tx, { at: now, what: 'recovery-codes-renewed', userId, companyId, ip });
    return codes;
  });
}
