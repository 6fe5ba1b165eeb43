import { sql } from 'kysely';
import type { Database, Db } from '../db/database.ts';
import { HASH_BYTES } from '../lib/secrets.ts';
import { sealHash, type Seal } from './audit-chain.ts';
import { hashLines, listOutsiders, listSeals, readChainEnd, type ChainEnd } from './audit-chain-store.ts';

export interface AuditReport {
  seals: number;
  rows: number;
  /** End of the chain, to be stored outside the database and passed as `expected` to a later check. */
  end: { place: number; hash: string };
  /** A sentence for everything that is not as it was sealed. Empty means that all is well. */
  problems: string[];
}

export interface AuditCheckOptions {
  /** Checks only what was sealed after this place. Default: everything. */
  after?: number;
  /** An end of the chain that was seen before: `17:ab01…`. */
  expected?: { place: number; hash: string } | undefined;
}

const SEALS_BATCH_SIZE = 50;
/** A clock may be wrong by hours, but sealing never lags a day. */
const LATE_MS = 24 * 3600 * 1000;
const MAX_PROBLEMS = 200;

/**
 * Checks the seals of the audit log and every line that they name: whether one was changed, removed or put in later, and whether
 * seals themselves were. As of one moment; changes nothing.
 */
export function verifyAudit(db: Database, args: AuditCheckOptions = {}): Promise<AuditReport> {
  return db.system
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx: Db) => {
      await sql`set local statement_timeout = '15min'`.execute(tx);
      return checkSeals(tx, args);
    });
}

async function checkSeals(tx: Db, { after = 0, expected }: AuditCheckOptions): Promise<AuditReport> {
  const end = await readChainEnd(tx);
  const report: AuditReport = {
    seals: 0,
    rows: 0,
    end: { place: end.place, hash: end.hash.toString('hex') },
    problems: [],
  };
  let last = after === 0 ? null : ((await listSeals(tx, after - 1, 1))[0] ?? null);
  const first = last;
  let fromId = Number.MAX_SAFE_INTEGER;
  let place = after;
  let wasSeen = expected === undefined;
  const isExpected = (seal: Seal) =>
    seal.place === expected?.place && seal.hash.toString('hex') === expected.hash;
  if (first && isExpected(first)) wasSeen = true;
  for (;;) {
    const seals = await listSeals(tx, place, SEALS_BATCH_SIZE);
    const lines = await hashLines(
      tx,
      seals.flatMap((seal) => seal.ids),
    );
    for (const seal of seals) {
      report.problems.push(...sealProblems(seal, last, place + 1), ...lineProblems(seal, last, lines));
      report.seals += 1;
      report.rows += seal.ids.length;
      fromId = Math.min(fromId, ...seal.ids);
      wasSeen ||= isExpected(seal);
      last = seal;
      place = seal.place;
    }
    if (seals.length < SEALS_BATCH_SIZE || report.problems.length > MAX_PROBLEMS) break;
  }
  if (!wasSeen && report.problems.length <= MAX_PROBLEMS)
    report.problems.push(`seal ${expected?.place}: is not the one that was expected`);
  report.problems.push(
    ...endProblems(end, last),
    ...(await outsiderProblems(tx, end, after === 0 ? Number.MIN_SAFE_INTEGER : fromId)),
  );
  return report;
}

function sealProblems(seal: Seal, last: Seal | null, place: number): string[] {
  const where = `seal ${seal.place}`;
  return [
    ...(seal.place === place ? [] : [`${where}: seal ${place} is missing before it`]),
    ...(seal.previousHash.equals(last?.hash ?? Buffer.alloc(0))
      ? []
      : [`${where}: does not follow the seal before it`]),
    ...(seal.hash.equals(sealHash(seal)) ? [] : [`${where}: has been changed`]),
  ];
}

function lineProblems(
  seal: Seal,
  last: Seal | null,
  lines: ReadonlyMap<number, { at: Date; hash: Buffer }>,
): string[] {
  return seal.ids.flatMap((id, index) => {
    const line = lines.get(id);
    if (!line) return [`row ${id}: is gone`];
    const sealed = seal.hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
    if (!line.hash.equals(sealed)) return [`row ${id}: has been changed`];
    // A line written now about a time sealed long ago was inserted later.
    if (last && line.at.getTime() < last.sealedAt.getTime() - LATE_MS)
      return [`row ${id}: tells of ${line.at.toISOString()} and came after ${last.sealedAt.toISOString()}`];
    return [];
  });
}

function endProblems(end: ChainEnd, last: Seal | null): string[] {
  const place = last?.place ?? 0;
  if (place === end.place && end.hash.equals(last?.hash ?? Buffer.alloc(0))) return [];
  return [`the chain ends at seal ${place}, not at ${end.place}`];
}

async function outsiderProblems(tx: Db, end: ChainEnd, fromId: number): Promise<string[]> {
  const missing = end.missing.map(({ id }) => id);
  const outsiders = await listOutsiders(tx, { fromId, throughId: end.throughId, missing });
  return outsiders.map((id) => `row ${id}: was put in after its neighbours were sealed`);
}
