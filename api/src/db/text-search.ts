import { sql, type RawBuilder } from 'kysely';

/** Whether a text of the database contains these words, in whatever case. */
export function contains(text: RawBuilder<unknown>, words: string): RawBuilder<unknown> {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`${withoutYo(text)} ilike ${withoutYo(sql`${pattern}::text`)}`;
}

/** People write «ё» as «е» as often as not. */
function withoutYo(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`translate(${text}, 'ёЁ', 'еЕ')`;
}
