import { assignPayment } from '#contract/money/bank.ts';
import { call, CallFailed, isOffline } from '../../../server/client.ts';
import { toParts, type Shares } from './share-plan.ts';

export type AssignOutcome =
  | { kind: 'credited'; company: string }
  | { kind: 'held' }
  | { kind: 'refused'; message: string };

export type Line = { paymentId: number; companyId: number; shares: Shares };

/**
 * Credits payments one after another, each under a request key of its own. Returns the outcome of each by its id. A lost
 * connection ends it: the same lines sent again credit nothing twice.
 */
export async function assignMany(
  lines: readonly Line[],
  requestKey: string,
): Promise<ReadonlyMap<number, AssignOutcome>> {
  const outcomes = new Map<number, AssignOutcome>();
  for (const { paymentId, companyId, shares } of lines) {
    const body = { company_id: companyId, ...toParts(shares) };
    try {
      const input = { params: { id: paymentId }, body, requestKey: `${requestKey}-${paymentId}` };
      const { data, held } = await call(assignPayment, input);
      outcomes.set(
        paymentId,
        held ? { kind: 'held' } : { kind: 'credited', company: data.company?.title ?? '' },
      );
    } catch (failure) {
      if (!(failure instanceof CallFailed) || isOffline(failure)) throw failure;
      outcomes.set(paymentId, { kind: 'refused', message: failure.message });
    }
  }
  return outcomes;
}
