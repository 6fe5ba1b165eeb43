import { sql, type RawBuilder } from 'kysely';

/** Returns whether a text of the database contains these words in their order, ignoring case. */
export function contains(text: RawBuilder<unknown>, words: string): RawBuilder<unknown> {
  return sql`${withoutYo(text)} ilike ${withoutYo(sql`${toPattern(words)}::text`)}`;
}

/** The same for digits, which have no case: a tenth of the work. */
export function containsDigits(text: RawBuilder<unknown>, digits: string): RawBuilder<unknown> {
  return sql`${text} like ${toPattern(digits)}`;
}

/** Spaces match whatever stands between two words: one space, two, or a middle name. */
export function toPattern(input: string): string {
  return `%${input
    .trim()
    .replace(/[\\%_]/g, '\\$&')
    .replace(/\s+/g, '%')}%`;
}

/** People write «ё» as «е» as often as not. */
function withoutYo(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`translate(${text}, 'ёЁ', 'еЕ')`;
}
