import { sql, type RawBuilder } from 'kysely';
import { onlyRow, type Db } from './database.ts';

export type Columns<Row> = { [Name in keyof Row]: Row[Name][] };

/**
 * Reads the rows of a statement as columns. When a batch asks for hundreds of small rows, parsing each value on its own
 * costs several times what finding it does. The columns are JSON: a sum is to be checked by `kopecks`.
 */
export async function columnsOf<Row extends object>(
  db: Db,
  names: readonly (keyof Row & string)[],
  statement: RawBuilder<unknown>,
): Promise<Columns<Row>> {
  const lists = names.map((name) => sql`coalesce(json_agg(${sql.ref(name)}), '[]') as ${sql.ref(name)}`);
  return onlyRow(db, sql<Columns<Row>>`select ${sql.join(lists)} from (${statement}) as listed`);
}

/**
 * Texts as PostgreSQL's `text[]`, for the long arrays of a batch: they go as one text that is taken apart there. Elements of an
 * array cost both sides twice as much; they are what is left for texts that are empty or have several lines.
 */
export function textsOf(texts: readonly string[]): RawBuilder<string[]> {
  const isPlain = !texts.some((text) => text === '' || text.includes('\n'));
  return isPlain ? sql`string_to_array(${texts.join('\n')}, E'\n')` : sql`${texts}::text[]`;
}

/** `\\x00ff` → bytes. */
export function bytesOf(written: string): Buffer {
  return Buffer.from(written.slice(2), 'hex');
}
