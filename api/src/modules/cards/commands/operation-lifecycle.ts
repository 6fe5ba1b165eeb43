import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  type OperationTypeId,
  type PartnerId,
  type OperationStatusId,
  OPERATION_STATUS,
} from '#contract/ids.ts';
import { type Kopecks, kopecks } from '#contract/kopecks.ts';
import { drawIds } from '../../../db/columns.ts';
import type { Db } from '../../../db/database.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { insertCommands, type NewCommand, enqueueCommands } from './network-commands.ts';
import type { Context } from '../../../context.ts';
import {
  type OperationRecord,
  COLUMNS,
  MAY_RUN_NOW,
  toOperationRecord,
  type OperationRow,
} from './operations.ts';
import { conflict } from '../../../errors.ts';
import {
  NetworkUnavailable,
  type FinalAnswer,
  type NetworkCommand,
} from '../../../gateways/fuel-network/fuel-network.ts';

/** If the process dies before it asks the network, the operation is polled after this time. */
const POLL_AFTER_SECONDS = 5;

/** A company's request to a card's network. */
export interface OperationRequest {
  card: { id: number; companyId: number; partnerId: PartnerId };
  typeId: OperationTypeId;
  sum: Kopecks;
  /** Null when the programme itself asks, for instance to block a card that has run into debt. */
  authorId: number | null;
  /** Why the programme itself asks: lists show it unless the network refuses with a reason of its own. */
  reason?: string | undefined;
  /** Request key of the company's program that made the request; absent when no program did. */
  requestKey?: string | undefined;
}

/**
 * Stores a command to a card's network and enqueues the job that sends it, in the caller's transaction. Returns the
 * operation's id; the operation stays in progress until the network has answered.
 */
export async function startOperation(
  tx: Db,
  { now, ...requested }: OperationRequest & { now: Date },
): Promise<number> {
  const [operationId = 0] = await drawIds(tx, 'operation_id_seq', 1);
  await insertCommands(tx, [toNewCommand(operationId, requested, now)], now);
  const { partnerId, companyId } = requested.card;
  await enqueueJob(tx, 'carry-out-operation', { operationId, partnerId, companyId });
  return operationId;
}

export function toNewCommand(id: number, { card, ...requested }: OperationRequest, now: Date): NewCommand {
  return {
    id,
    companyId: card.companyId,
    cardId: card.id,
    partnerId: card.partnerId,
    ...requested,
    networkRequestId: randomUUID(),
    nextAttemptAt: new Date(now.getTime() + POLL_AFTER_SECONDS * 1000),
  };
}

/** Like `startOperation`, for many cards at once, without money: a block or an unblock that the programme asks for. */
export async function startOperations(
  tx: Db,
  args: {
    cards: readonly { id: number; companyId: number; partnerId: PartnerId }[];
    typeId: OperationTypeId;
    reason?: string;
    now: Date;
  },
): Promise<void> {
  const { cards, typeId, reason, now } = args;
  if (cards.length === 0) return;
  const ids = await drawIds(tx, 'operation_id_seq', cards.length);
  const commands = cards.map((card, index) =>
    toNewCommand(ids[index] as number, { card, typeId, sum: kopecks(0), authorId: null, reason }, now),
  );
  await insertCommands(tx, commands, now);
  await Promise.all(enqueueCommands(tx, commands));
}

/** A network's answer to an operation, to be written down. */
export interface FinishedOperation {
  id: number;
  statusId: OperationStatusId;
  reason: string | null;
}

export async function finishOperations(
  tx: Db,
  finished: readonly FinishedOperation[],
  now: Date,
): Promise<void> {
  await sql`
    update operation set status_id = answered.status_id, reason = coalesce(answered.reason, operation.reason),
      finished_at = ${now}::timestamptz,
      next_attempt_at = null
    from unnest(${finished.map((finishedOperation) => finishedOperation.id)}::bigint[], ${finished.map((finishedOperation) => finishedOperation.statusId)}::int[],
      ${finished.map((finishedOperation) => finishedOperation.reason)}::text[]) as answered (id, status_id, reason)
    where operation.id = answered.id`.execute(tx);
}

/**
 * Runs one answer's booking so that its failure does not hold up the network's other answers. Nothing is lost: an
 * operation or an order of cards that still waits is asked about by its own job.
 */
export async function finishInOwnTransaction(
  ctx: Context,
  about: string | number,
  finish: () => Promise<void>,
): Promise<void> {
  try {
    await finish();
  } catch (error) {
    ctx.log.error({ err: error, about }, 'what a network has answered can’t be booked');
  }
}

export async function markFinished(
  tx: Db,
  args: { id: number; statusId: OperationStatusId; reason: string | null; now: Date },
): Promise<void> {
  await sql`
    update operation set status_id = ${args.statusId}, reason = ${args.reason}, finished_at = ${args.now}, next_attempt_at = null
    where id = ${args.id}`.execute(tx);
}

/**
 * Counts an attempt of each operation that still waits for its network, and sets when the next one is due: 5 s after
 * the first, then later and later. Returns the operations as they were before.
 */
export async function takeAttempts(
  db: Db,
  args: { ids: readonly number[]; timeoutSeconds: readonly number[]; now: Date },
): Promise<Map<number, OperationRecord>> {
  const { rows } = await sql<OperationRow>`
    with waiting as (
      select id from operation where id = any(${args.ids}::bigint[]) and status_id = ${OPERATION_STATUS.inProgress}
        and ${MAY_RUN_NOW}
      order by id for no key update
    )
    update operation set attempts = operation.attempts + 1,
      next_attempt_at = ${args.now}::timestamptz + make_interval(secs => (${args.timeoutSeconds}::int[])
        [least(operation.attempts + 1, cardinality(${args.timeoutSeconds}::int[]))])
    from waiting, card
    where operation.id = waiting.id and card.id = operation.card_id
    returning ${COLUMNS}`.execute(db);
  return new Map(rows.map((row) => [row.id, { ...toOperationRecord(row), attempts: row.attempts - 1 }]));
}

export const UNDER_WAY = 'Команду только что передавали сети ещё раз: подождите десять минут и решите потом';

/**
 * Asks the network one last time before a person's decision ends a command: returns the network's own answer if it is
 * another one, since it takes precedence, or null when the person's decision stands. If the network knows no request ids, the decision goes
 * into the journal of commands first, so that nothing is ever sent again. Refuses: 409 a write may still be under
 * way.
 */
export async function askNetworkOnceMore(
  ctx: Context,
  input: { partnerId: PartnerId; command: NetworkCommand; answer: FinalAnswer },
): Promise<FinalAnswer | null> {
  const { partnerId, command, answer } = input;
  // A network without settings can't be asked, and the case must not stay open for ever.
  if (!ctx.networkIds('sandbox').includes(partnerId)) return null;
  const response = await askFinalAnswer(ctx, partnerId, command.requestId);
  // An answer that agrees may be this very decision, which a repeat of the request has entered a moment ago.
  if (response) return response.state === answer.state ? null : response;
  const network = ctx.getNetwork(partnerId);
  if (!network.conclude) return null;
  const standing = await network.conclude(command, answer);
  if (!standing) throw conflict(UNDER_WAY);
  return standing.state === answer.state ? null : standing;
}

async function askFinalAnswer(
  ctx: Context,
  partnerId: PartnerId,
  requestId: string,
): Promise<FinalAnswer | null> {
  try {
    const response = await ctx.getNetwork(partnerId).ask(requestId);
    return response.state === 'done' || response.state === 'refused' ? response : null;
  } catch (error) {
    // A network that cannot read the question has not answered either, and the case must not stay open forever.
    if (!(error instanceof NetworkUnavailable))
      ctx.log.error({ err: error, partnerId, requestId }, 'a network does not understand a question');
    return null;
  }
}
