import { sql } from 'kysely';
import type { Database, Db } from '../db/database.ts';
import { HASH_BYTES } from '../lib/secrets.ts';
import { sealHash, type Seal } from './audit-chain.ts';
import {
  hashLines,
  listOutsiders,
  listSeals,
  readChainEnd,
  type ChainEnd,
  type ChainPlace,
} from './audit-chain-store.ts';

export interface AuditReport {
  seals: number;
  rows: number;
  /** End of the chain, to be stored outside the database and passed as `expected` to a later check. */
  end: { place: number; hash: string };
  /** The same end as a checkpoint for a later check. */
  checked: ChainPlace;
  /** A sentence for everything that is not as it was sealed. Empty means that all is well. */
  problems: string[];
}

export interface AuditCheckOptions {
  /** Checks only what was sealed after the checkpoint of the last nightly check. Default: everything. */
  onlyNew?: boolean;
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

/** Works in a transaction that shows one moment. */
export async function checkSeals(tx: Db, { onlyNew, expected }: AuditCheckOptions): Promise<AuditReport> {
  const end = await readChainEnd(tx);
  const checked = onlyNew ? end.checked : null;
  const report: AuditReport = {
    seals: 0,
    rows: 0,
    end: { place: end.place, hash: end.hash.toString('hex') },
    checked: { place: end.place, hash: end.hash, throughId: end.throughId, missing: end.missing },
    problems: await checkpointProblems(tx, end),
  };
  let place = checked?.place ?? 0;
  let last = place === 0 ? null : await findSeal(tx, place);
  const first = last;
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
      report.problems.push(
        ...sealProblems(seal, last, place + 1),
        ...lineProblems(seal, last, lines),
        ...repeatedProblems(seal, checked),
      );
      report.seals += 1;
      report.rows += seal.ids.length;
      wasSeen ||= isExpected(seal);
      last = seal;
      place = seal.place;
    }
    if (seals.length < SEALS_BATCH_SIZE || report.problems.length > MAX_PROBLEMS) break;
  }
  if (!wasSeen && report.problems.length <= MAX_PROBLEMS)
    report.problems.push(`seal ${expected?.place}: is not the one that was expected`);
  report.problems.push(...endProblems(end, last), ...(await outsiderProblems(tx, end, checked)));
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

/** A line that was sealed before the checkpoint is in no later seal. */
function repeatedProblems(seal: Seal, checked: ChainPlace | null): string[] {
  if (!checked) return [];
  const late = new Set(checked.missing.map(({ id }) => id));
  return seal.ids
    .filter((id) => id <= checked.throughId && !late.has(id))
    .map((id) => `row ${id}: was sealed after the check of the rows around it`);
}

async function findSeal(tx: Db, place: number): Promise<Seal | null> {
  const [seal] = await listSeals(tx, place - 1, 1);
  return seal?.place === place ? seal : null;
}

/** The checkpoint is what the last nightly check has seen: a chain that was sealed again does not have it. */
async function checkpointProblems(tx: Db, { checked }: ChainEnd): Promise<string[]> {
  if (!checked || checked.place === 0) return [];
  const seal = await findSeal(tx, checked.place);
  const isSeen = seal?.hash.equals(checked.hash) && seal.hash.equals(sealHash(seal));
  return isSeen ? [] : [`seal ${checked.place}: is not the one that the last check has seen`];
}

function endProblems(end: ChainEnd, last: Seal | null): string[] {
  const place = last?.place ?? 0;
  if (place === end.place && end.hash.equals(last?.hash ?? Buffer.alloc(0))) return [];
  return [`the chain ends at seal ${place}, not at ${end.place}`];
}

async function outsiderProblems(tx: Db, end: ChainEnd, checked: ChainPlace | null): Promise<string[]> {
  const outsiders = await listOutsiders(tx, end, checked);
  return outsiders.map((id) => `row ${id}: was put in after its neighbours were sealed`);
}
