import { sql, type RawBuilder } from 'kysely';
import type { EventType } from '#contract/companies/events.ts';
import { fieldRefusal } from '../../../errors.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { deletePageByPage } from '../../../db/delete-in-batches.ts';
import type { RowWriter } from '../../../db/copy-out.ts';
import type { Context } from '../../../context.ts';

/** A place in a company's events: everything up to it has been read. */
export interface EventPlace {
  generation: number;
  /** The transaction's number, as PostgreSQL writes an xid8. */
  xid: string;
  id: number;
}

export const START_PLACE: EventPlace = { generation: 0, xid: '0', id: 0 };

const FORM = /^(\d{1,4})\.(\d{1,19})\.(\d{1,15})$/;
/** The highest id that PostgreSQL's smallint holds. */
const GENERATIONS = 32_767;

/** The cursor is opaque to its caller. */
export function writeCursor({ generation, xid, id }: EventPlace): string {
  return Buffer.from(`${generation}.${xid}.${id}`).toString('base64url');
}

/** Refuses with 400 what `writeCursor` has not written. */
export function readCursor(text: string): EventPlace {
  const [, generation = '', xid = '', id = ''] = FORM.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const place = { generation: Number(generation), xid, id: Number(id) };
  if (id === '' || place.generation > GENERATIONS || writeCursor(place) !== text) {
    throw fieldRefusal('after', 'Такой отметки лента не выдавала. Начните без неё');
  }
  return place;
}

/** Is the first place behind the second one? */
export function isBefore(a: EventPlace, b: EventPlace): boolean {
  if (a.generation !== b.generation) return a.generation < b.generation;
  if (a.xid !== b.xid) return BigInt(a.xid) < BigInt(b.xid);
  return a.id < b.id;
}

export interface EventHorizon {
  /** Every transaction before it has ended, and its changes are visible to later requests. */
  xid: string;
  generation: number;
}

export function readHorizon(db: Db): Promise<EventHorizon> {
  return getOnlyRow(
    db,
    sql<EventHorizon>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as xid, generation from event_generation`,
  );
}

/** Returns the last event that is no longer stored. */
export function readDeletedThrough(db: Db): Promise<EventPlace> {
  return getOnlyRow(
    db,
    sql<EventPlace>`
      select deleted_generation as generation, deleted_xid::text as xid, deleted_id as id from event_generation`,
  );
}

/**
 * Selects events in order, from after a place up to the horizon, which another statement must read before. For
 * `copyOut`, in the order in which `writtenEvents` reads its columns.
 */
export function selectEvents(
  { companyId }: CompanyScope,
  args: {
    after: EventPlace;
    horizon: Pick<EventHorizon, 'generation' | 'xid'>;
    types: readonly EventType[] | null;
    limit: number;
  },
): RawBuilder<unknown> {
  const { after, horizon, types } = args;
  const typeCondition =
    types === null ? sql`` : sql`and type in (${sql.join(types.map((type) => sql.lit(type)))})`;
  return sql`
    select generation, xid, id, type, at, data from change_event
    where company_id = ${sql.lit(companyId)}
      and (generation, xid, id) > (${sql.lit(after.generation)}::smallint, ${sql.lit(after.xid)}::xid8, ${sql.lit(after.id)}::bigint)
      and (generation, xid) < (${sql.lit(horizon.generation)}::smallint, ${sql.lit(horizon.xid)}::xid8)
      ${typeCondition}
    order by generation, xid, id
    limit ${sql.lit(args.limit)}`;
}

export interface WrittenEvents extends RowWriter {
  /** Number of events found, with those beyond the limit, which are not written. */
  found(): number;
  /** Place of the last written event, or null before any. */
  last(): EventPlace | null;
}

const [ID, TYPE, AT, DATA, END] = ['{"id":', ',"type":"', '","at":"', '","data":', '},'].map((text) =>
  Buffer.from(text),
) as [Buffer, Buffer, Buffer, Buffer, Buffer];
/** Space in an event for everything but its type and data. */
const EVENT_BYTES = 100;
/** Length prefix of each value on the wire. */
const LENGTH_BYTES = 4;
/** The longest usual one, an operation's, has some 280. A buffer of a thousand such for each short page would be felt. */
const USUAL_BYTES = 320;
/** PostgreSQL counts from here. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/**
 * Writes the rows of `selectEvents` as the list's items, each followed by a comma. Works byte by byte: a reader that
 * has fallen behind reads thousands of pages, and parsing them into objects only to write them again took ten times as
 * long as reading.
 */
export function writtenEvents(limit: number): WrittenEvents {
  let found = 0;
  let last: EventPlace | null = null;
  let moment = { microseconds: -1n, text: '' };
  return {
    found: () => found,
    last: () => last,
    room: limit * USUAL_BYTES,
    max: (bytes) => bytes + EVENT_BYTES,
    write(row, start, out, from) {
      found += 1;
      if (found > limit) return from;
      if (found === limit) last = placeAt(row, start);
      const read = { row, at: start + PLACE_BYTES };
      let to = from + ID.copy(out, from);
      to += out.write(String(row.readBigInt64BE(read.at - 8)), to, 'latin1');
      to += TYPE.copy(out, to);
      to = copyValue(read, out, to);
      to += AT.copy(out, to);
      const microseconds = row.readBigInt64BE(read.at + LENGTH_BYTES);
      read.at += LENGTH_BYTES + 8;
      // Those of one transaction have one time.
      if (microseconds !== moment.microseconds) moment = { microseconds, text: toIsoMoment(microseconds) };
      to += out.write(moment.text, to, 'latin1');
      to += DATA.copy(out, to);
      to = copyValue(read, out, to);
      return to + END.copy(out, to);
    },
  };
}

/** A smallint and two bigints, each behind its length. */
const PLACE_BYTES = 3 * LENGTH_BYTES + 2 + 8 + 8;

function placeAt(row: Buffer, at: number): EventPlace {
  const xidAt = at + LENGTH_BYTES + 2 + LENGTH_BYTES;
  return {
    generation: row.readInt16BE(at + LENGTH_BYTES),
    xid: row.readBigUInt64BE(xidAt).toString(),
    id: Number(row.readBigInt64BE(xidAt + 8 + LENGTH_BYTES)),
  };
}

/** A type, or JSON as it is stored. */
function copyValue(read: { row: Buffer; at: number }, out: Buffer, to: number): number {
  const length = read.row.readInt32BE(read.at);
  const start = read.at + LENGTH_BYTES;
  read.at = start + length;
  return to + read.row.copy(out, to, start, read.at);
}

function toIsoMoment(microseconds: bigint): string {
  return new Date(EPOCH_MS + Number(microseconds / 1000n)).toISOString();
}

/**
 * Another server numbers transactions again, for instance after a restore from a dump. This places new events after all
 * that were carried over. Runs at every start and changes nothing on the same server.
 */
export async function continueEvents(ctx: Context): Promise<void> {
  await ctx.db.inSystem((tx) =>
    sql`
      update event_generation set generation = generation + 1, server = here.system_identifier::text
      from pg_control_system() here where event_generation.server <> here.system_identifier::text`.execute(
      tx,
    ),
  );
}

/** Deletes the events before a moment, records the last deleted place, and returns how many. */
export function deleteOldEvents(db: Db, before: Date): Promise<number> {
  return deletePageByPage(db, 'change_event', (range) => deletePiece(db, { range, before }));
}

/** A reader whose cursor is before this place has missed something, and gets an error. */
async function deletePiece(
  db: Db,
  { range, before }: { range: RawBuilder<unknown>; before: Date },
): Promise<number> {
  const { deleted } = await getOnlyRow(
    db,
    sql<{ deleted: number }>`
      with gone as (
        delete from change_event where ${range} and at < ${before} returning generation, xid, id
      ), farthest as (
        select generation, xid, id from gone order by generation desc, xid desc, id desc limit 1
      ), noted as (
        update event_generation
        set deleted_generation = farthest.generation, deleted_xid = farthest.xid, deleted_id = farthest.id
        from farthest
        where (farthest.generation, farthest.xid, farthest.id) > (deleted_generation, deleted_xid, deleted_id)
      )
      select count(*)::int as deleted from gone`,
  );
  return deleted;
}
