import pg from 'pg';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/database.ts';
import { insertKept, keyOfUser, listKept, sameRequest } from '../../http/request-key.ts';
import { enqueueJobs } from '../../jobs/enqueue-job.ts';
import { gather } from '../../lib/gather.ts';
import { madeOnce } from '../../lib/made-once.ts';
import { recordEvent } from '../audit/record-event.ts';
import { lockThresholds, updateCrossings } from '../balance-alert/threshold-store.ts';
import { findMovingCards } from '../cards/card-store.ts';
import { lockPlaces, writePosting } from '../ledger/ledger-store.ts';
import { listMaintenance } from '../maintenance/maintenance-store.ts';
import {
  drawOperationIds,
  finishOperations,
  insertCommands,
  lockOperations,
} from '../operations/operation-store.ts';
import { listPartners } from '../partners/partner-store.ts';
import { lockWaitingCodes, updateCodes } from '../sms-codes/sms-code-store.ts';
import { listAccounts, listCompanies } from './balance-store.ts';
import { batchBooks, type DecidedByBatch, type FoundForBatch } from './batch-books.ts';
import type { Deed, DeedNeeds } from './deed.ts';
import { drawDistributionIds, insertDistributions } from './distribution-store.ts';

/**
 * Posts a deed together with those that come at the same time, in one transaction of two round trips (decision 8).
 * The answer comes after the commit: a process that dies before leaves nothing of any of them. A deed that is refused
 * is refused alone.
 */
export function postDeed<Outcome>(ctx: Context, deed: Deed<Outcome>): Promise<Outcome> {
  return poster(ctx)(deed) as Promise<Outcome>;
}

/** Past this a larger batch costs a deed no less, and the first of its deeds waits longer for its last. */
const MOST = 64;

/**
 * One batch finds and decides at a time: the longer it takes, the larger the next, and a deed costs the less. The next
 * one begins when the writes of the last have left: while the database works on the one, this process answers the other.
 */
const poster = madeOnce((ctx: Context) =>
  gather((deeds: Deed[], letNextBegin) => postBatch(ctx, deeds, letNextBegin), { atOnce: 1, most: MOST }),
);

/**
 * What PostgreSQL refuses in one deed undoes the whole batch: then each gets a transaction of its own, and only the one
 * at fault fails. Where it is not known whether the batch was committed, nothing is tried again here: who asks again
 * with the same request key learns what became of it.
 */
async function postBatch(ctx: Context, deeds: readonly Deed[], letNextBegin: () => void): Promise<unknown[]> {
  let commitSent = false;
  try {
    return await postTogether(ctx, deeds, () => {
      commitSent = true;
      letNextBegin();
    });
  } catch (error) {
    if (deeds.length === 1 || (commitSent && !wasUndone(error))) throw error;
    ctx.log.warn({ err: error, deeds: deeds.length }, 'a batch is posted deed by deed');
  }
  const outcomes: unknown[] = [];
  for (const deed of deeds) {
    const outcome = postTogether(ctx, [deed], () => {});
    outcomes.push(...(await outcome.catch((error: unknown) => [asError(error)])));
  }
  return outcomes;
}

/** PostgreSQL itself has refused a statement; class 57 is its own end, which may have come after the commit. */
function wasUndone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && !error.code?.startsWith('57');
}

function postTogether(ctx: Context, deeds: readonly Deed[], onCommitSent: () => void): Promise<unknown[]> {
  const now = ctx.clock.now();
  const companyIds = distinct(deeds.map((deed) => deed.companyId));
  return ctx.db.inCompanies(companyIds, async (tx, commit) => {
    const found = await find(tx, deeds, companyIds, now);
    const batch = batchBooks(found, now);
    const done: DoneDeed[] = [];
    const outcomes = deeds.map((deed) => decideOne(deed, batch, found.kept, done));
    const writes = write(tx, batch.decided, done, now);
    if (writes.length > 0) {
      const committed = Promise.all([...writes, commit()]);
      onCommitSent();
      await committed;
    }
    return outcomes;
  });
}

/** The deed's outcome, an earlier one under the same key (of this very batch, too), or an Error. */
function decideOne(
  { requestKey: key, decide }: Deed,
  { books, decided }: ReturnType<typeof batchBooks>,
  kept: FoundForBatch['kept'],
  done: DoneDeed[],
): unknown {
  const moved = decided.plan.transfers.length;
  try {
    const earlier = key && sameRequest(key, kept.get(keyOfUser(key)));
    if (earlier) return earlier.outcome;
    const outcome = decide(books);
    if (key) {
      kept.set(keyOfUser(key), { call: key.call, bodyHash: key.bodyHash, outcome, answer: null });
      done.push({ key, outcome });
    }
    return outcome;
  } catch (error) {
    // Its money would move without the rows that go with it: the batch must not be written.
    if (decided.plan.transfers.length > moved) throw error;
    return asError(error);
  }
}

interface DoneDeed {
  key: NonNullable<Deed['requestKey']>;
  outcome: unknown;
}

/**
 * Reads and locks in one round trip what the deeds need. Every batch, in whatever process, locks in this order and
 * within each statement by id: accounts, thresholds, operations, codes. The rest is read when the locks are held, so
 * that whoever held them before is seen.
 */
async function find(
  tx: Db,
  deeds: readonly Deed[],
  companyIds: readonly number[],
  now: Date,
): Promise<FoundForBatch> {
  const needs = deeds.map((deed) => deed.needs);
  const cards = deeds.flatMap(({ companyId, needs: { cardId } }) =>
    cardId === undefined ? [] : [{ companyId, cardId }],
  );
  const shown = distinct(deeds.flatMap((deed) => (deed.needs.balances ? [deed.companyId] : [])));
  const [
    accounts,
    thresholds,
    operations,
    codes,
    companies,
    maintenance,
    moving,
    listed,
    partners,
    own,
    asked,
    kept,
  ] = await Promise.all([
    lockPlaces(
      tx,
      needs.flatMap((one) => one.places),
    ),
    lockThresholds(tx, companyIds),
    ifAny(named(needs, 'operationId'), (ids) => lockOperations(tx, ids)),
    ifAny(named(needs, 'codesOf'), (userIds) => lockWaitingCodes(tx, userIds)),
    listCompanies(tx, companyIds),
    listMaintenance(tx, now),
    ifAny(cards, (all) => findMovingCards(tx, all)),
    ifAny(shown, (ids) => listAccounts(tx, ids)),
    ifAny(shown, () => listPartners(tx)),
    ifAny(newRows(needs, 'distribution'), ({ length }) => drawDistributionIds(tx, length)),
    ifAny(newRows(needs, 'operation'), ({ length }) => drawOperationIds(tx, length)),
    ifAny(
      deeds.flatMap((deed) => deed.requestKey ?? []),
      (keys) => listKept(tx, keys),
    ),
  ]);
  return {
    accounts,
    thresholds,
    operations: operations ?? new Map(),
    codes: codes ?? [],
    companies,
    maintenance,
    cards: moving ?? new Map(),
    listed: listed ?? [],
    titles: new Map(partners?.map(({ id, title }) => [id, title])),
    ids: { distribution: own ?? [], operation: asked ?? [] },
    kept: kept ?? new Map(),
  };
}

async function ifAny<Asked, Found>(
  asked: readonly Asked[],
  find: (asked: readonly Asked[]) => Promise<Found>,
): Promise<Found | null> {
  return asked.length > 0 ? find(asked) : null;
}

function named(needs: readonly DeedNeeds[], what: 'operationId' | 'codesOf'): number[] {
  return distinct(needs.flatMap((one) => one[what] ?? []));
}

function newRows(needs: readonly DeedNeeds[], kind: DeedNeeds['newId']): DeedNeeds[] {
  return needs.filter((one) => one.newId === kind);
}

/** Sends everything that was decided; the commit goes with it. */
function write(tx: Db, decided: DecidedByBatch, done: readonly DoneDeed[], now: Date): Promise<void>[] {
  const { plan, distributions, commands, finished } = decided;
  const codes = decided.codes.changed();
  const crossed = [...decided.crossed];
  const due = crossed.filter((one) => one.crossed);
  return [
    ...(plan.transfers.length > 0 ? [writePosting(tx, now, plan)] : []),
    ...(crossed.length > 0 ? [updateCrossings(tx, crossed)] : []),
    ...(distributions.length > 0 ? [insertDistributions(tx, distributions, now)] : []),
    ...(commands.length > 0 ? [insertCommands(tx, commands, now)] : []),
    ...(finished.length > 0 ? [finishOperations(tx, finished, now)] : []),
    ...decided.events.map((event) => recordEvent(tx, event)),
    ...(codes.length > 0 ? [updateCodes(tx, codes, now)] : []),
    ...(done.length > 0 ? [insertKept(tx, now, done)] : []),
    ...(commands.length > 0
      ? [
          enqueueJobs(
            tx,
            'carry-out-operation',
            commands.map(({ id }) => ({ operationId: id })),
          ),
        ]
      : []),
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

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Set(values)];
}
