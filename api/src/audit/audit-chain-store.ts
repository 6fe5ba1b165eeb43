import { sql } from 'kysely';
import { firstRow, getOnlyRow, rows, type Db } from '../db/database.ts';
import type { Missing, Seal } from './audit-chain.ts';

/** A place of the chain: its seal, and the lines that are sealed up to it. */
export interface ChainPlace {
  place: number;
  hash: Buffer;
  throughId: number;
  missing: Missing[];
}

export interface ChainEnd extends ChainPlace {
  /** The end of the last nightly check without a finding; null before the first one. */
  checked: ChainPlace | null;
}

interface EndRow {
  place: number;
  hash: Buffer;
  through_id: number;
  missing: Missing[];
  checked_place: number;
  checked_hash: Buffer;
  checked_through_id: number;
  checked_missing: Missing[];
}

const END_COLUMNS = sql`place, hash, through_id, missing,
  checked_place, checked_hash, checked_through_id, checked_missing`;

/** Text of everything in a line. It uses the text of jsonb and times in UTC, which no session setting changes. */
export const LINE_TEXT = sql`jsonb_build_array(event.id, to_char(event.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'),
  event.what, event.user_id, event.company_id, event.role, event.actor, event.ip, event.device, event.request_id,
  event.details, event.targets, event.before, event.after)::text`;
const LINE_HASH = sql`sha256(convert_to(${LINE_TEXT}, 'UTF8'))`;

/** Returns the end of the chain and locks it for the sealing process; null while another process holds the lock. */
export async function lockChain(tx: Db): Promise<ChainEnd | null> {
  const row = await firstRow(
    tx,
    sql<EndRow>`
      select ${END_COLUMNS} from audit_chain for no key update skip locked`,
  );
  return row && toChainEnd(row);
}

export async function readChainEnd(db: Db): Promise<ChainEnd> {
  return toChainEnd(await getOnlyRow(db, sql<EndRow>`select ${END_COLUMNS} from audit_chain`));
}

/** Lines that no seal has yet, in their order, with the hash of each. Two reads by the index: one for both would walk the whole log. */
export function listUnsealed(tx: Db, end: ChainEnd, max: number): Promise<{ id: number; hash: Buffer }[]> {
  return rows(
    tx,
    sql<{ id: number; hash: Buffer }>`
      select event.id, ${LINE_HASH} as hash from (
        (select * from audit_event where id > ${end.throughId} order by id limit ${max})
        union all
        select * from audit_event where id = any(${end.missing.map(({ id }) => id)}::bigint[])
      ) event order by event.id limit ${max}`,
  );
}

export async function insertSeal(tx: Db, seal: Seal): Promise<void> {
  await sql`
    insert into audit_seal (place, sealed_at, ids, hashes, previous_hash, hash)
    values (${seal.place}, ${seal.sealedAt}, ${seal.ids}::bigint[], ${seal.hashes}, ${seal.previousHash}, ${seal.hash})`.execute(
    tx,
  );
}

export async function updateChainEnd(tx: Db, end: ChainPlace): Promise<void> {
  await sql`
    update audit_chain set place = ${end.place}, hash = ${end.hash}, through_id = ${end.throughId},
      missing = ${JSON.stringify(end.missing)}::jsonb`.execute(tx);
}

/** Stores the place up to which the nightly check has found no fault. */
export async function markChecked(db: Db, checked: ChainPlace): Promise<void> {
  await sql`
    update audit_chain set checked_place = ${checked.place}, checked_hash = ${checked.hash},
      checked_through_id = ${checked.throughId}, checked_missing = ${JSON.stringify(checked.missing)}::jsonb`.execute(
    db,
  );
}

/** Seals after a place, in their order. */
export async function listSeals(db: Db, after: number, max: number): Promise<Seal[]> {
  const found = await rows(
    db,
    sql<{
      place: number;
      sealed_at: Date;
      ids: number[];
      hashes: Buffer;
      previous_hash: Buffer;
      hash: Buffer;
    }>`
      select place, sealed_at, ids, hashes, previous_hash, hash from audit_seal
      where place > ${after} order by place limit ${max}`,
  );
  return found.map((row) => ({
    place: row.place,
    sealedAt: row.sealed_at,
    ids: row.ids,
    hashes: row.hashes,
    previousHash: row.previous_hash,
    hash: row.hash,
  }));
}

/** Returns the current hashes of the lines. Missing lines are left out. */
export async function hashLines(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { at: Date; hash: Buffer }>> {
  const found = await rows(
    db,
    sql<{ id: number; at: Date; hash: Buffer }>`
      select event.id, event.at, ${LINE_HASH} as hash from audit_event event where event.id = any(${ids}::bigint[])`,
  );
  return new Map(found.map(({ id, at, hash }) => [id, { at, hash }]));
}

/**
 * Lines that are in no seal although they lie before the end of the chain; those that are missing at the end may still come.
 * After a checkpoint only the lines that it did not have are read, and the seals that followed it.
 */
export async function listOutsiders(db: Db, end: ChainPlace, checked: ChainPlace | null): Promise<number[]> {
  const ids = (missing: readonly Missing[]) => missing.map(({ id }) => id);
  const found = await rows(
    db,
    sql<{ id: number }>`
      select event.id from (
        (select id from audit_event where id > ${checked?.throughId ?? Number.MIN_SAFE_INTEGER} and id <= ${end.throughId})
        union all
        select id from audit_event where id = any(${ids(checked?.missing ?? [])}::bigint[])
      ) event where not (event.id = any(${ids(end.missing)}::bigint[]))
      except
      select unnest(seal.ids) from audit_seal seal where seal.place > ${checked?.place ?? 0}
      order by 1 limit 1000`,
  );
  return found.map(({ id }) => id);
}

function toChainEnd(row: EndRow): ChainEnd {
  return {
    place: row.place,
    hash: row.hash,
    throughId: row.through_id,
    missing: row.missing,
    checked: toChecked(row),
  };
}

/** A check of an earlier version has stored a place without its hash: it is done once more. */
function toChecked(row: EndRow): ChainPlace | null {
  if (row.checked_hash.length === 0) return null;
  return {
    place: row.checked_place,
    hash: row.checked_hash,
    throughId: row.checked_through_id,
    missing: row.checked_missing,
  };
}
