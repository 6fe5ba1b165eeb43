import type { OperationColumns } from '#contract/fuel/operation-columns.ts';
import type { WorkingSet } from '#contract/fuel/working-set/working-set.ts';

/** Operations of a company as they were read. */
export interface LoadedOperations {
  /** User and company. */
  owner: string;
  /** Read as a whole, at `readAt` (milliseconds). */
  base: WorkingSet;
  readAt: number;
  /** Read anew since then, from a moment on. */
  fresh: { sinceUs: number; parts: readonly OperationColumns[] } | null;
}

/** Cache of the browser for these operations. Its number changes with the shape of what is stored. */
const STORE = 'magistral-operations-2';
const PATH = '/stored-operations';

interface StoredIndex extends Pick<LoadedOperations, 'owner' | 'readAt'> {
  /** Null where the set has all that there are: JSON knows no infinity. */
  sinceUs: number | null;
  parts: number;
  fresh: { sinceUs: number; parts: number } | null;
}

/** Stores what was read as a whole. The index comes last: it counts what must be there. */
export async function storeWhole(loaded: LoadedOperations): Promise<void> {
  await forgetStored();
  await putParts('whole', loaded.base.parts);
  await putIndex(loaded);
}

/** Stores what was read anew. */
export async function storeFresh(loaded: LoadedOperations): Promise<void> {
  await putParts('fresh', loaded.fresh?.parts ?? []);
  await putIndex(loaded);
}

/** Reads what is stored of this user in this company. Returns null and removes it where it is of others, or incomplete. */
export async function readStored(owner: string): Promise<LoadedOperations | null> {
  const index = await read<StoredIndex>('');
  if (!index) return null;
  if (index.owner === owner) {
    const base = await readParts('whole', index.parts);
    const fresh = index.fresh && (await readParts('fresh', index.fresh.parts));
    if (base && (fresh || !index.fresh))
      return {
        owner,
        readAt: index.readAt,
        base: { parts: base, sinceUs: index.sinceUs ?? -Infinity },
        fresh: index.fresh && fresh && { sinceUs: index.fresh.sinceUs, parts: fresh },
      };
  }
  await forgetStored();
  return null;
}

export async function forgetStored(): Promise<void> {
  await getCaches()?.delete(STORE);
}

/** A page without a secure connection has no caches. */
function getCaches(): CacheStorage | undefined {
  return (globalThis as { caches?: CacheStorage }).caches;
}

async function putIndex({ owner, readAt, base, fresh }: LoadedOperations): Promise<void> {
  const index: StoredIndex = {
    owner,
    readAt,
    sinceUs: Number.isFinite(base.sinceUs) ? base.sinceUs : null,
    parts: base.parts.length,
    fresh: fresh && { sinceUs: fresh.sinceUs, parts: fresh.parts.length },
  };
  await put('', index);
}

/** One after another: a part is written as text in some milliseconds, all of them would stop the page. */
async function putParts(kind: 'whole' | 'fresh', parts: readonly OperationColumns[]): Promise<void> {
  for (const [place, part] of parts.entries()) await put(`/${kind}/${place}`, part);
}

async function readParts(kind: 'whole' | 'fresh', count: number): Promise<OperationColumns[] | null> {
  const parts: OperationColumns[] = [];
  for (let place = 0; place < count; place += 1) {
    const part = await read<OperationColumns>(`/${kind}/${place}`);
    if (!part) return null;
    parts.push(part);
  }
  return parts;
}

async function put(path: string, value: unknown): Promise<void> {
  const cache = await getCaches()?.open(STORE);
  await cache?.put(`${PATH}${path}`, new Response(JSON.stringify(value)));
}

async function read<Value>(path: string): Promise<Value | null> {
  const cache = await getCaches()?.open(STORE);
  const found = await cache?.match(`${PATH}${path}`);
  return found ? ((await found.json()) as Value) : null;
}
