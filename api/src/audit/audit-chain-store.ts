import { sql } from 'kysely';
import { firstRow, getOnlyRow, rows, type Db } from '../db/database.ts';
import type { Missing, Seal } from './audit-chain.ts';

export interface ChainEnd {
  place: number;
  hash: Buffer;
  throughId: number;
  missing: Missing[];
  checkedPlace: number;
}

interface EndRow {
  place: number;
  hash: Buffer;
  through_id: number;
  missing: Missing[];
  checked_place: number;
}

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
      select place, hash, through_id, missing, checked_place from audit_chain for no key update skip locked`,
  );
  return row && toChainEnd(row);
}

export async function readChainEnd(db: Db): Promise<ChainEnd> {
  return toChainEnd(
    await getOnlyRow(
      db,
      sql<EndRow>`select place, hash, through_id, missing, checked_place from audit_chain`,
    ),
  );
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

export async function updateChainEnd(tx: Db, end: Omit<ChainEnd, 'checkedPlace'>): Promise<void> {
  await sql`
    update audit_chain set place = ${end.place}, hash = ${end.hash}, through_id = ${end.throughId},
      missing = ${JSON.stringify(end.missing)}::jsonb`.execute(tx);
}

/** The nightly check has seen the seals up to this one. */
export async function markChecked(db: Db, place: number): Promise<void> {
  await sql`update audit_chain set checked_place = ${place}`.execute(db);
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

/** Lines between two that are in no seal; `missing` may still come. */
export async function listOutsiders(
  db: Db,
  { fromId, throughId, missing }: { fromId: number; throughId: number; missing: readonly number[] },
): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select event.id from audit_event event
      where event.id between ${fromId} and ${throughId} and not (event.id = any(${missing}::bigint[]))
      except
      select sealed.id from audit_seal seal cross join unnest(seal.ids) as sealed (id)
      where sealed.id between ${fromId} and ${throughId}
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
    checkedPlace: row.checked_place,
  };
}
