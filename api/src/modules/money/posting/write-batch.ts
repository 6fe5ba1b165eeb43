import type { Db } from '../../../db/database.ts';
import { recordLines } from '../../../audit/record-event.ts';
import { insertStoredRequests } from '../../../http/request-key.ts';
import { enqueueJobs } from '../../../queue/enqueue-job.ts';
import { enqueueCommands, insertCommands } from '../../cards/commands/network-commands.ts';
import { finishOperations } from '../../cards/commands/operation-lifecycle.ts';
import { updateCrossings } from '../../companies/companies/credit-terms.ts';
import { addKeySpending } from '../../companies/keys/key-uses.ts';
import { notifyTogether } from '../../messaging/notices/notify-together.ts';
import { updateCodes } from '../../messaging/sms-codes/sms-codes.ts';
import { writePosting } from '../ledger/plan-transfers.ts';
import type { DecidedByBatch } from './batch-books.ts';
import { insertDistributions } from './distribution-store.ts';
import type { MoneyMovement } from './money-movement.ts';

export interface DoneMovement {
  key: NonNullable<MoneyMovement['requestKey']>;
  outcome: unknown;
}

/** Sends everything that was decided, together with the commit. */
export function writeBatch(
  tx: Db,
  decided: DecidedByBatch,
  done: readonly DoneMovement[],
  now: Date,
): Promise<void>[] {
  const { plan, distributions, commands, finished, lines, published: notified } = decided;
  const codes = decided.codes.changed();
  const spent = decided.keys.spent();
  const crossed = [...decided.crossed];
  const due = crossed.filter((threshold) => threshold.crossed);
  return [
    ...(plan.transfers.length > 0 ? [writePosting(tx, now, plan)] : []),
    ...(crossed.length > 0 ? [updateCrossings(tx, crossed)] : []),
    ...(distributions.length > 0 ? [insertDistributions(tx, distributions, now)] : []),
    ...(commands.length > 0 ? [insertCommands(tx, commands, now)] : []),
    ...(finished.length > 0 ? [finishOperations(tx, finished, now)] : []),
    ...(lines.length > 0 ? [recordLines(tx, now, lines)] : []),
    ...(notified.length > 0 ? [notifyTogether(tx, notified)] : []),
    ...(codes.length > 0 ? [updateCodes(tx, codes, now)] : []),
    ...(spent.length > 0 ? [addKeySpending(tx, spent)] : []),
    ...(done.length > 0 ? [insertStoredRequests(tx, now, done)] : []),
    ...(commands.length > 0 ? enqueueCommands(tx, commands) : []),
    ...(due.length > 0
      ? [
          enqueueJobs(
            tx,
            'watch-balance',
            due.map(({ companyId }) => ({ companyId })),
            ({ companyId }) => `watch-balance:${companyId}`,
          ),
        ]
      : []),
  ];
}
