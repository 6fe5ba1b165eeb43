import { hashSha256 } from '../lib/secrets.ts';

/** A batch of lines of the audit log that were there when it was made. */
export interface Seal {
  place: number;
  sealedAt: Date;
  ids: number[];
  /** 32 bytes for each line, in their order. */
  hashes: Buffer;
  previousHash: Buffer;
  hash: Buffer;
}

/** A number of the log whose line has not appeared yet. */
export interface Missing {
  id: number;
  since: string;
}

export function sealHash(seal: Omit<Seal, 'hash'>): Buffer {
  const input = JSON.stringify([seal.place, seal.sealedAt.toISOString(), seal.ids]);
  return hashSha256(Buffer.concat([seal.previousHash, Buffer.from(input), seal.hashes]));
}

/** No transaction lasts as long. A number that is missing longer was rolled back, and a line with it was forged. */
const MAX_MISSED_MS = 3600 * 1000;
/** Beyond these the oldest are given up at once. */
const MAX_MISSING = 10_000;

/** The numbers that may still come, after a batch. */
export function stillMissing(
  earlier: readonly Missing[],
  { ids, throughId, now }: { ids: readonly number[]; throughId: number; now: Date },
): Missing[] {
  const seen = new Set(ids);
  const last = ids.at(-1) ?? throughId;
  const from = Math.max(throughId + 1, last - MAX_MISSING);
  const fresh: Missing[] = [];
  for (let id = from; id < last; id += 1) if (!seen.has(id)) fresh.push({ id, since: now.toISOString() });
  return [...earlier, ...fresh]
    .filter(({ id, since }) => !seen.has(id) && now.getTime() - Date.parse(since) < MAX_MISSED_MS)
    .slice(-MAX_MISSING);
}
