import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { badRequest } from '../../../errors.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { checkCode, spendCode } from '../../messaging/sms-codes/check-code.ts';
import { startConnection } from './edm-connections.ts';
import { changeEdmState } from '../../companies/companies/edm-state.ts';
import { findEdmState, type EdmState } from './edm-store.ts';
import type { CallOrigin } from '../../../http/call.ts';

export const EDM_ASKED = 'Заявка на подключение ЭДО уже отправлена';
export const EDM_CONNECTED = 'ЭДО уже подключён';

/** States in which the request may be made, for the first time or again. */
const OPEN: readonly EdmState[] = ['none', 'rejected', 'roaming_required', 'failed'];

/**
 * Asks to connect electronic document exchange (spec section 4, "EDM"), confirmed by SMS, and stores the evidence.
 * Refuses: 400 already asked for or connected, `sms` a code that does not confirm this.
 */
export async function requestEdm(
  ctx: Context,
  input: { scope: CompanyScope; userId: number; sms: string; from: CallOrigin },
): Promise<EdmState> {
  const { scope, userId, from } = input;
  assertOpen(await ctx.db.inCompany(scope, (tx) => findEdmState(tx, scope)));
  const codeId = await checkCode(ctx, {
    userId,
    code: input.sms,
    purpose: 'edm',
    subjects: 'any',
    sumKopecks: null,
  });
  const now = ctx.clock.now();
  await ctx.db.inCompany(scope, async (tx) => {
    if (!(await changeEdmState(tx, scope.companyId, { from: OPEN, to: 'requested' })))
      throw badRequest(EDM_ASKED);
    await spendCode(tx, codeId, now);
    const { companyId } = scope;
    await startConnection(tx, { companyId, now });
    await enqueueJob(tx, 'connect-edm', { companyId }, { key: `connect-edm:${companyId}` });
    await recordEvent(tx, {
      at: now,
      what: 'edm-requested',
      userId,
      companyId: scope.companyId,
      ip: from.ip,
      details: { userAgent: from.userAgent },
    });
  });
  return 'requested';
}

function assertOpen(state: EdmState): void {
  if (OPEN.includes(state)) return;
  throw badRequest(state === 'accepted' ? EDM_CONNECTED : EDM_ASKED);
}
