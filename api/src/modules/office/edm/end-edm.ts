import type { Context } from '../../../context.ts';
import { EdmUnavailable } from '../../../gateways/edm-operator/edm-operator.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { recordEdmStep } from './edm-connection-store.ts';
import { failQueued } from './edm-message-store.ts';

const ENDED = 'Обмен с компанией прекращён у оператора ЭДО';

/**
 * Ends a company's electronic exchange if its box rejects us by now, and says whether it does. What waits to be sent there
 * has failed, and the company can ask to be connected again; until then it is not said to be connected.
 */
export async function endEdm(
  ctx: Context,
  { companyId, boxId }: { companyId: number; boxId: string },
): Promise<boolean> {
  if (!(await rejectsUs(ctx, boxId))) return false;
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    await failQueued(tx, { companyId, reason: ENDED, now });
    const step = { companyId, from: 'accepted', to: 'rejected', reason: ENDED, now } as const;
    if (!(await recordEdmStep(tx, step))) return;
    const details = { state: 'rejected', provider: ctx.edmOperator.provider, reason: ENDED };
    await recordEvent(tx, { at: now, what: 'edm-settled', companyId, details });
  });
  return true;
}

/** False also where the operator is silent. */
async function rejectsUs(ctx: Context, boxId: string): Promise<boolean> {
  try {
    return (await ctx.edmOperator.connectionOf(boxId)) === 'rejected';
  } catch (error) {
    if (!(error instanceof EdmUnavailable)) throw error;
    return false;
  }
}
