import { randomUUID } from 'node:crypto';
import type { OperationTypeId, PartnerId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { drawIds } from '../../../db/columns.ts';
import type { Db } from '../../../db/database.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { insertCommands, type NewCommand } from './insert-commands.ts';

/** If the process dies before the network is asked, the operation is looked after this much later. */
const LOOK_AFTER_SECONDS = 5;

/** What a company asks of a card's network. */
export interface AskedOperation {
  card: { id: number; companyId: number; partnerId: PartnerId };
  typeId: OperationTypeId;
  sum: Kopecks;
  /** Null: the programme itself asks, for instance to block a card that has run into debt. */
  authorId: number | null;
  /** The request key of the company's program that asks; absent: no program does. */
  requestKey?: string | undefined;
}

/**
 * Stores a command to a card's network and enqueues the job that sends it, in the caller's transaction. Returns the
 * operation's id; the operation stays in progress until the network has answered.
 */
export async function startOperation(
  tx: Db,
  { now, ...asked }: AskedOperation & { now: Date },
): Promise<number> {
  const [operationId = 0] = await drawIds(tx, 'operation_id_seq', 1);
  await insertCommands(tx, [commandOf(operationId, asked, now)], now);
  const { partnerId, companyId } = asked.card;
  await enqueueJob(tx, 'carry-out-operation', { operationId, partnerId, companyId });
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
