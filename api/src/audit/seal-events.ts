import type { Database } from '../db/database.ts';
import { sealHash, stillMissing, type Seal } from './audit-chain.ts';
import { lockChain, insertSeal, listUnsealed, updateChainEnd } from './audit-chain-store.ts';

const BATCH_SIZE = 1000;

/**
 * Seals new lines of the audit log, batch after batch, in the order in which they became visible. Writers do not wait.
 * Of two processes one seals. Returns how many lines were sealed.
 */
export async function sealEvents(db: Database, now: Date): Promise<number> {
  let sealed = 0;
  for (;;) {
    const count = await sealBatch(db, now);
    sealed += count;
    if (count < BATCH_SIZE) return sealed;
  }
}

function sealBatch(db: Database, now: Date): Promise<number> {
  return db.inSystem(async (tx) => {
    const end = await lockChain(tx);
    if (!end) return 0;
    const lines = await listUnsealed(tx, end, BATCH_SIZE);
    if (lines.length === 0) return 0;
    const ids = lines.map(({ id }) => id);
    const unsigned: Omit<Seal, 'hash'> = {
      place: end.place + 1,
      sealedAt: now,
      ids,
      hashes: Buffer.concat(lines.map(({ hash }) => hash)),
      previousHash: end.hash,
    };
    const seal = { ...unsigned, hash: sealHash(unsigned) };
    await insertSeal(tx, seal);
    const throughId = Math.max(end.throughId, ids.at(-1) ?? 0);
    const missing = stillMissing(end.missing, { ids, throughId: end.throughId, now });
    await updateChainEnd(tx, { place: seal.place, hash: seal.hash, throughId, missing });
    return lines.length;
  });
}
