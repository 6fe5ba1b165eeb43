import { sql, type RawBuilder } from 'kysely';
import { HASH_BYTES } from '../lib/secrets.ts';
import { getOnlyRow, type Db } from './database.ts';

export type Columns<Row> = { [Name in keyof Row]: Row[Name][] };

/**
 * Reads the rows of a statement as columns. When a batch asks for hundreds of small rows, parsing each value on its own
 * costs several times what finding it does. The columns are JSON: a sum is to be checked by `kopecks`.
 */
export async function readColumns<Row extends object>(
  db: Db,
  names: readonly (keyof Row & string)[],
  statement: RawBuilder<unknown>,
): Promise<Columns<Row>> {
  const lists = names.map((name) => sql`coalesce(json_agg(${sql.ref(name)}), '[]') as ${sql.ref(name)}`);
  return getOnlyRow(db, sql<Columns<Row>>`select ${sql.join(lists)} from (${statement}) as listed`);
}

/**
 * Passes texts as PostgreSQL's `text[]`, for the long arrays of a batch: they go as one text that PostgreSQL splits. An array
 * parameter costs both sides twice as much, so only texts that are empty or have several lines go that way.
 */
export function toTextArray(texts: readonly string[]): RawBuilder<string[]> {
  const isPlain = !texts.some((text) => text === '' || text.includes('\n'));
  return isPlain ? sql`string_to_array(${texts.join('\n')}, E'\n')` : sql`${texts}::text[]`;
}

/** Hashes as one value; of each row of a statement that names it `place`, counted from 1, the hash at its place. */
export function hashAtPlace(hashes: readonly Buffer[]): RawBuilder<Buffer> {
  const bytes = Buffer.concat(hashes);
  return sql`substring(${bytes}::bytea from ${HASH_BYTES}::int * (place::int - 1) + 1 for ${HASH_BYTES}::int)`;
}

/** Ids of rows that will be written later. */
export async function drawIds(
  tx: Db,
  sequence: 'distribution_id_seq' | 'operation_id_seq',
  count: number,
): Promise<number[]> {
  const { id } = await readColumns<{ id: number }>(
    tx,
    ['id'],
    sql`select nextval(${sql.lit(sequence)}) as id from generate_series(1, ${count}::int)`,
  );
  return id;
}

/** `\\x00ff` → bytes. */
export function parseByteaHex(written: string): Buffer {
  return Buffer.from(written.slice(2), 'hex');
}
