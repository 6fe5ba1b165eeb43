import type { RowWriter } from '../../../db/copy-out.ts';
import type { EventPlace } from './event-cursor.ts';

export interface WrittenEvents extends RowWriter {
  /** Also those behind the limit, which are not written. */
  found(): number;
  /** Of the last one that was written; null before any. */
  last(): EventPlace | null;
}

const [ID, TYPE, AT, DATA, END] = ['{"id":', ',"type":"', '","at":"', '","data":', '},'].map((text) =>
  Buffer.from(text),
) as [Buffer, Buffer, Buffer, Buffer, Buffer];
/** Room in an event for everything but its type and data. */
const EVENT_BYTES = 100;
/** Before each value on the wire. */
const LENGTH_BYTES = 4;
/** The longest usual one, an operation's, has some 280. A buffer of a thousand such for each short page would be felt. */
const USUAL_BYTES = 320;
/** PostgreSQL counts from here. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

/**
 * Writes the rows of `selectEvents` as the list's items, each with a comma behind it. Byte by byte: whoever has fallen behind
 * reads thousands of pages, and to make objects of them only to write these again took ten times as long as reading.
 */
export function writtenEvents(limit: number): WrittenEvents {
  let found = 0;
  let last: EventPlace | null = null;
  let moment = { microseconds: -1n, text: '' };
  return {
    found: () => found,
    last: () => last,
    room: limit * USUAL_BYTES,
    most: (bytes) => bytes + EVENT_BYTES,
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
      if (microseconds !== moment.microseconds) moment = { microseconds, text: isoOf(microseconds) };
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

function isoOf(microseconds: bigint): string {
  return new Date(EPOCH_MS + Number(microseconds / 1000n)).toISOString();
}
