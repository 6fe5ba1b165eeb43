import type { Context } from '../context.ts';
import { enqueueSync } from '../modules/cards/cards/enqueue-sync.ts';
import { findPartnerOfCard } from '../modules/cards/cards/cards.ts';
import { findOperation } from '../modules/cards/commands/operations.ts';
import { findItem } from '../modules/orders/orders/items.ts';
import { enqueueJob } from '../queue/enqueue-job.ts';
import type { EarlierNetworkJobName } from '../queue/job.ts';

/** Payload of a version whose jobs did not name their network. */
interface EarlierPayload {
  operationId: number;
  itemId: number;
  cardId: number;
}

/** Puts a network's job that a process of an earlier version has enqueued into the lane of that network. */
export function forwardEarlierJob(
  { db }: Context,
  name: EarlierNetworkJobName,
  payload: unknown,
): Promise<void> {
  return FORWARD_BY_JOB[name](db, payload as EarlierPayload);
}

const FORWARD_BY_JOB: Record<
  EarlierNetworkJobName,
  (db: Context['db'], payload: EarlierPayload) => Promise<void>
> = {
  async 'carry-out-operation'({ system }, { operationId }) {
    const operation = await findOperation(system, operationId);
    if (!operation) return;
    const { partnerId } = operation;
    const key = `operation:${operationId}`;
    await enqueueJob(system, 'carry-out-operation', { operationId, partnerId }, { key });
  },
  async 'issue-cards'({ system }, { itemId }) {
    const item = await findItem(system, itemId);
    if (!item) return;
    const { partnerId } = item;
    await enqueueJob(system, 'issue-cards', { itemId, partnerId }, { key: `request-item:${itemId}` });
  },
  async 'sync-card'({ system }, { cardId }) {
    const partnerId = await findPartnerOfCard(system, cardId);
    if (partnerId) await enqueueSync(system, { cardId, partnerId });
  },
};
