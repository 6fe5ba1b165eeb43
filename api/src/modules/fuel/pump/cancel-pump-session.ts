import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { cancelOffer, findPumpSession, type PumpSession } from '../authorisations/pump-sessions.ts';

export const NO_SESSION = 'Такого кода нет';
const AT_THE_PUMP = 'АЗС уже отпускает топливо: повесьте пистолет, и деньги освободятся';
const HAS_ENDED = 'Этот код уже не действует';

/** Ends a code before it is used. Refuses: 404 another company's, 409 once the pump may sell, or when it has ended. */
export async function cancelPumpSession(ctx: Context, scope: CompanyScope, id: number): Promise<PumpSession> {
  return ctx.db.inSystem(async (tx) => {
    const now = ctx.clock.now();
    const isCancelled = await cancelOffer(tx, scope, { id, now });
    const session = await findPumpSession(tx, scope, id);
    if (!session) throw notFound(NO_SESSION);
    if (!isCancelled) throw conflict(session.endedAt === null ? AT_THE_PUMP : HAS_ENDED);
    await recordEvent(tx, {
      at: now,
      what: 'pump-code-cancelled',
      companyId: scope.companyId,
      targets: [{ kind: 'card', id: session.cardId }],
    });
    return session;
  });
}
