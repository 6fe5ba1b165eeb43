import { fieldRefusal } from '../../../errors.ts';

/** A place in a company's events: everything up to it has been read. */
export interface EventPlace {
  generation: number;
  /** The transaction's number, as PostgreSQL writes an xid8. */
  xid: string;
  id: number;
}

export const BEFORE_ALL: EventPlace = { generation: 0, xid: '0', id: 0 };

const FORM = /^(\d{1,4})\.(\d{1,19})\.(\d{1,15})$/;
/** The highest id that PostgreSQL's smallint holds. */
const GENERATIONS = 32_767;

/** Opaque to whoever carries it. */
export function writeCursor({ generation, xid, id }: EventPlace): string {
  return Buffer.from(`${generation}.${xid}.${id}`).toString('base64url');
}

/** Refuses with 400 what `writeCursor` has not written. */
export function readCursor(text: string): EventPlace {
  const [, generation = '', xid = '', id = ''] = FORM.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const place = { generation: Number(generation), xid, id: Number(id) };
  if (id === '' || place.generation > GENERATIONS || writeCursor(place) !== text) {
    throw fieldRefusal('after', 'Такой отметки лента не выдавала');
  }
  return place;
}

/** Is the first place behind the second one? */
export function isBefore(a: EventPlace, b: EventPlace): boolean {
  if (a.generation !== b.generation) return a.generation < b.generation;
  if (a.xid !== b.xid) return BigInt(a.xid) < BigInt(b.xid);
  return a.id < b.id;
}
