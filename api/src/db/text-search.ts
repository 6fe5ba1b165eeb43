import { sql, type RawBuilder } from 'kysely';

/** Whether a text of the database contains these words, in whatever case. */
export function contains(text: RawBuilder<unknown>, words: string): RawBuilder<unknown> {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`${withoutYo(text)} ilike ${withoutYo(sql`${pattern}::text`)}`;
}

/** The same for digits, which have no case: a tenth of the work. */
export function containsDigits(text: RawBuilder<unknown>, digits: string): RawBuilder<unknown> {
  return sql`${text} like ${`%${digits}%`}`;
}

/** People write «ё» as «е» as often as not. */
function withoutYo(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`translate(${text}, 'ёЁ', 'еЕ')`;
}
