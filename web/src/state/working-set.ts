import { useEffect, useSyncExternalStore } from 'react';
import { listOperationColumns, type OperationColumns } from '#contract/fuel/operation-columns.ts';
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
import { call, CallFailed } from '../server/client.ts';
import { getShownCompanyId, readSession, useSession } from '../server/session.ts';
import { getUserKey } from '../server/stored-session.ts';
import type { SharedRead } from './shared-reads.ts';
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
  loaded: LoadedOperations;
}

const DAY_MS = DAY_US / 1000;
const REFRESH_PAUSE_MS = 10_000;
const RELOAD_PAUSE_MS = 300_000;
/** Codes of a session or a role that has ended. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404]);

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
  return owner !== null && current?.loaded.owner === owner ? current : null;
}

/** Reads the operations: those of the device first, then what the server has since. */
function loadWorkingSet(): void {
  inTurn(async (owner) => {
    if (shown?.loaded.owner !== owner) show(await readStored(owner));
    const known = findShown(owner);
    if (known && Date.now() - known.loaded.readAt < DAY_MS) await refresh(known.loaded);
    else await reload(owner);
  });
}

/**
 * Compares the browser's answer with the server's. Where they differ, new operations are read. Where the browser's are still
 * outdated after that, an older one was added or changed, and all are read.
 */
export function compareWithServer<Answer>(read: SharedRead<Answer>, answer: Answer): void {
  const set = findShown(getOwner())?.set;
  const own = set && read.answer(set);
  if (!own || read.isSame(own, answer)) return;
  inTurn(async (owner) => {
    const known = findShown(owner);
    if (!known || Date.now() - known.readAt < REFRESH_PAUSE_MS) return;
    await refresh(known.loaded);
    const refreshed = findShown(owner);
    if (!refreshed || Date.now() - known.loaded.readAt <= RELOAD_PAUSE_MS) return;
    if (read.isOutdated(refreshed.set, answer)) await reload(owner);
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

function findShown(owner: string | null): ShownWorkingSet | null {
  return shown?.loaded.owner === owner ? shown : null;
}

/**
 * Does one thing after another; what is wanted while the same company is being read is left out. A failure leaves what was
 * read before, a refusal forgets it: the role may have ended.
 */
function inTurn(work: (owner: string) => Promise<void>): void {
  const owner = getOwner();
  if (owner === null || pending?.owner === owner) return;
  const turn = { owner, done: Promise.resolve() };
  const before = pending?.done;
  turn.done = (async () => {
    await before;
    await work(owner).catch((failure: unknown) => {
      if (failure instanceof CallFailed && REFUSALS.has(failure.code) && getOwner() === owner)
        forgetWorkingSet();
    });
    if (pending === turn) pending = null;
  })();
  pending = turn;
}

function show(loaded: LoadedOperations | null, readAt = loaded?.readAt ?? 0): void {
  shown = loaded && {
    set: loaded.fresh ? replaceSince(loaded.base, loaded.fresh.sinceUs, loaded.fresh.parts) : loaded.base,
    readAt,
    loaded,
  };
  for (const listener of listeners) listener();
}

async function reload(owner: string): Promise<void> {
  const readAt = Date.now();
  const { parts, isWhole } = await readParts(owner);
  const loaded = { owner, base: toWorkingSet(parts, isWhole), readAt, fresh: null };
  show(loaded);
  await storeRead(loaded, storeWhole);
}

/** Reads what is new since the day before the whole was read, or the whole where that is too much. */
async function refresh(before: LoadedOperations): Promise<void> {
  const readAt = Date.now();
  const dateFrom = moscowDay(new Date(before.readAt - DAY_MS));
  const { parts, isWhole } = await readParts(before.owner, dateFrom);
  if (!isWhole) return reload(before.owner);
  const loaded = { ...before, fresh: { sinceUs: toDayStartUs(dateFrom), parts } };
  show(loaded, readAt);
  await storeRead(loaded, storeFresh);
}

/** Stores what was read. A user may have left meanwhile, and a device may have no room: the tab still has it. */
async function storeRead(
  loaded: LoadedOperations,
  store: (loaded: LoadedOperations) => Promise<void>,
): Promise<void> {
  await store(loaded).catch(forgetStored);
  if (getOwner() !== loaded.owner) await forgetStored();
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
