import { hashKey } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { listOperationColumns, type OperationColumns } from '#contract/fuel/operation-columns.ts';
import {
  listWorkingSet,
  type ListedPage,
  type WorkingSetQuery,
} from '#contract/fuel/working-set/list-working-set.ts';
import {
  DAY_US,
  MAX_WORKING_SET_ROWS,
  readColumns,
  replaceSince,
  toDayStartUs,
  toWorkingSet,
  type WorkingSet,
} from '#contract/fuel/working-set/working-set.ts';
import { moscowDay } from '../lib/format.ts';
import { call } from '../server/client.ts';
import { getShownCompanyId, readSession, useSession } from '../server/session.ts';
import { getUserKey } from '../server/stored-session.ts';
import {
  forgetStored,
  readStored,
  storeFresh,
  storeWhole,
  type LoadedOperations,
} from './stored-working-set.ts';

/**
 * Operations of the company in the browser, so that filters, orders and pages are answered at once, and without a network
 * (decision 236). The server's answer follows each time and replaces the browser's.
 */

/** Operations of the company, and when they were read, in milliseconds. */
export interface ShownWorkingSet {
  set: WorkingSet;
  readAt: number;
}

const DAY_MS = DAY_US / 1000;
const REFRESH_PAUSE_MS = 10_000;
const RELOAD_PAUSE_MS = 300_000;

let loaded: LoadedOperations | null = null;
let shown: ShownWorkingSet | null = null;
let pending: { owner: string; done: Promise<void> } | null = null;
const listeners = new Set<() => void>();

/**
 * Returns the operations that were read of this company, or null. `isReady`: the page has shown what it was opened for, and the
 * operations may be read.
 */
export function useWorkingSet(isReady: boolean): ShownWorkingSet | null {
  useSession();
  const owner = getOwner();
  const current = useSyncExternalStore(listen, () => shown);
  useEffect(() => {
    if (isReady && owner !== null) loadWorkingSet();
  }, [isReady, owner]);
  return owner !== null && loaded?.owner === owner ? current : null;
}

/** Answers a query from the operations in the browser. Returns null where they are not enough. */
export function answerFromWorkingSet(
  held: ShownWorkingSet | null,
  query: WorkingSetQuery,
): ListedPage | null {
  return held && listWorkingSet(held.set, query);
}

/** Reads the operations: those of the device first, then what the server has since. */
function loadWorkingSet(): void {
  inTurn(async (owner) => {
    if (loaded?.owner !== owner) show(await readStored(owner));
    const own = getLoaded(owner);
    if (own && Date.now() - own.readAt < DAY_MS) await refresh(own);
    else await reload(owner);
  });
}

/**
 * Compares the browser's answer with the server's. Where they differ, new operations are read; where an operation still differs
 * after that, an older one was changed, and all are read.
 */
export function compareWithServer(query: WorkingSetQuery, answer: ListedPage): void {
  const isSame = (own: unknown, other: unknown) => hashKey([own]) === hashKey([other]);
  const getOwn = () => answerFromWorkingSet(shown, query);
  const own = getLoaded(getOwner()) && getOwn();
  if (!own || isSame(own, { data: answer.data, meta: answer.meta })) return;
  inTurn(async (owner) => {
    const before = getLoaded(owner);
    if (!before || Date.now() - (shown?.readAt ?? 0) < REFRESH_PAUSE_MS) return;
    await refresh(before);
    const read = new Map(getOwn()?.data.map((operation) => [operation.id, operation]));
    const isChanged = answer.data.some((operation) => {
      const known = read.get(operation.id);
      return known !== undefined && !isSame(known, operation);
    });
    if (isChanged && Date.now() - before.readAt > RELOAD_PAUSE_MS) await reload(owner);
  });
}

/** Forgets the operations in the tab and on the device. */
export function forgetWorkingSet(): void {
  show(null);
  void forgetStored().catch(() => {});
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Names the user and the company. Returns null until the profile is read. */
function getOwner(): string | null {
  const session = readSession();
  return session.profile ? `${getUserKey(session)}:${getShownCompanyId() ?? ''}` : null;
}

function getLoaded(owner: string | null): LoadedOperations | null {
  return loaded !== null && loaded.owner === owner ? loaded : null;
}

/**
 * Does one thing after another; what is wanted while the same company is being read is left out. A failure leaves what was read
 * before: the server's own answer says what is wrong.
 */
function inTurn(work: (owner: string) => Promise<void>): void {
  const owner = getOwner();
  if (owner === null || pending?.owner === owner) return;
  const turn = { owner, done: Promise.resolve() };
  const before = pending?.done;
  turn.done = (async () => {
    await before;
    await work(owner).catch(() => {});
    if (pending === turn) pending = null;
  })();
  pending = turn;
}

function show(next: LoadedOperations | null, readAt = next?.readAt ?? 0): void {
  loaded = next;
  shown =
    next === null
      ? null
      : {
          set: next.fresh ? replaceSince(next.base, next.fresh.sinceUs, next.fresh.parts) : next.base,
          readAt,
        };
  for (const listener of listeners) listener();
}

async function reload(owner: string): Promise<void> {
  const readAt = Date.now();
  const { parts, isWhole } = await readParts(owner);
  const next = { owner, base: toWorkingSet(parts, isWhole), readAt, fresh: null };
  show(next);
  await storeRead(next, storeWhole);
}

/** Reads what is new since the day before the whole was read. */
async function refresh(own: LoadedOperations): Promise<void> {
  const readAt = Date.now();
  const dateFrom = moscowDay(new Date(own.readAt - DAY_MS));
  const { parts } = await readParts(own.owner, dateFrom);
  const next = { ...own, fresh: { sinceUs: toDayStartUs(dateFrom), parts } };
  show(next, readAt);
  await storeRead(next, storeFresh);
}

/** Stores what was read. A user may have left meanwhile. */
async function storeRead(
  read: LoadedOperations,
  store: (read: LoadedOperations) => Promise<void>,
): Promise<void> {
  await store(read);
  if (getOwner() !== read.owner) await forgetStored();
}

/** Reads answer after answer. Throws where the tab has gone over to another company meanwhile. */
async function readParts(
  owner: string,
  dateFrom?: string,
): Promise<{ parts: OperationColumns[]; isWhole: boolean }> {
  const parts: OperationColumns[] = [];
  let before: string | undefined;
  let rows = 0;
  do {
    const { data, meta } = await call(listOperationColumns, { query: { before, dateFrom } });
    if (getOwner() !== owner) throw new Error('the company has changed');
    parts.push(readColumns(data));
    rows += data.columns.id.length;
    before = meta.next ?? undefined;
  } while (before !== undefined && rows < MAX_WORKING_SET_ROWS);
  return { parts, isWhole: before === undefined };
}
