import { randomUUID } from 'node:crypto';
import type { OperationTypeId, PartnerId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../db/database.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { drawOperationIds, insertCommands, type NewCommand } from './operation-store.ts';

/** Should the process die before the network is asked, another looks after the operation this much later. */
const LOOK_AFTER_SECONDS = 5;

/** What a company asks of a card's network. */
export interface AskedOperation {
  card: { id: number; companyId: number; partnerId: PartnerId };
  typeId: OperationTypeId;
  sum: Kopecks;
  /** Null: the programme itself asks, for instance to block a card that has run into debt. */
  authorId: number | null;
}

/**
 * Records what a company asks of a card's network, and asks for the job that tells the network, both in the caller's
 * transaction. Answers the operation's id; it stays in progress until the network has answered.
 */
export async function startOperation(
  tx: Db,
  { now, ...asked }: AskedOperation & { now: Date },
): Promise<number> {
  const [operationId = 0] = await drawOperationIds(tx, 1);
  await insertCommands(tx, [commandOf(operationId, asked, now)], now);
  await enqueueJob(tx, 'carry-out-operation', { operationId });
  return operationId;
}

export function commandOf(id: number, { card, ...asked }: AskedOperation, now: Date): NewCommand {
  return {
    id,
    companyId: card.companyId,
    cardId: card.id,
    partnerId: card.partnerId,
    ...asked,
    networkRequestId: randomUUID(),
    nextAttemptAt: new Date(now.getTime() + LOOK_AFTER_SECONDS * 1000),
  };
}
