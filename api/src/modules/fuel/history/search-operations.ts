import { sql, type RawBuilder } from 'kysely';
import type { OperationStatusId, OperationTypeId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { SearchNumber, SearchQuery } from '#contract/insights/read-search.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import { contains, containsDigits } from '../../../db/text-search.ts';

export interface FoundOperation {
  id: number;
  card: { id: number; number: string; comment: string };
  typeId: OperationTypeId;
  statusId: OperationStatusId;
  goodsTitle: string | null;
  sum: Kopecks;
  /** Day in Moscow time. */
  day: string;
}

/**
 * Finds a company's newest operations of the day in the query, or else of its one sum. Both use an index: a search by
 * text alone would read every operation.
 */
export async function searchOperations(
  db: Db,
  scope: CompanyScope,
  input: SearchQuery,
  limit: number,
): Promise<FoundOperation[]> {
  const found =
    input.day === null ? matchesSum(scope, input, limit) : matchesDay(scope, input, input.day, limit);
  if (!found) return [];
  const read = await rows(
    db,
    sql<FoundRow>`
      with found as materialized (${found})
      select operation.id, operation.card_id, card.card_number, card.comment, operation.type_id, operation.status_id,
        operation.goods_title, operation.sum_kopecks, (operation.created_at at time zone 'Europe/Moscow')::date as day
      from found join operation on operation.id = found.id join card on card.id = operation.card_id
      order by operation.created_at desc, operation.id desc limit ${limit}`,
  );
  return read.map((row) => ({
    id: row.id,
    card: { id: row.card_id, number: row.card_number, comment: row.comment },
    typeId: row.type_id,
    statusId: row.status_id,
    goodsTitle: row.goods_title,
    sum: kopecks(row.sum_kopecks),
    day: row.day,
  }));
}

interface FoundRow {
  id: number;
  card_id: number;
  card_number: string;
  comment: string;
  type_id: OperationTypeId;
  status_id: OperationStatusId;
  goods_title: string | null;
  sum_kopecks: number;
  day: string;
}

/** Within a day a number may also be the card's, and text is searched in every name of the operation. */
function matchesDay(
  scope: CompanyScope,
  { numbers, words }: SearchQuery,
  day: string,
  limit: number,
): RawBuilder<unknown> {
  const named = sql`concat_ws(' ', card.comment, operation.goods_title, operation.address)`;
  const all = [...numbers.map(matchesNumber), ...words.map((word) => contains(named, word))];
  return sql`
    select operation.id from operation join card on card.id = operation.card_id
    where operation.company_id = ${scope.companyId} and ${within(day, sql`interval '1 day'`)}
      ${sql.join(
        all.map((rawBuilder) => sql`and ${rawBuilder}`),
        sql` `,
      )}
    order by operation.created_at desc, operation.id desc limit ${limit}`;
}

function matchesNumber({ digits, sum }: SearchNumber): RawBuilder<unknown> {
  const matchesSum = sum && sql`operation.sum_kopecks between ${sum.from} and ${sum.to}`;
  const ofCard =
    digits !== null && digits.length >= CARD_DIGITS && containsDigits(sql`card.card_number`, digits);
  const either = [matchesSum, ofCard].filter((item) => item !== null && item !== false);
  return either.length > 0 ? sql`(${sql.join(either, sql` or `)})` : sql`false`;
}

/** Fewer digits of a card's number would find half of the cards. */
const CARD_DIGITS = 3;

/** Returns null if the query has more than one sum, with or without a month, or is empty. */
function matchesSum(
  scope: CompanyScope,
  { numbers, words, month }: SearchQuery,
  limit: number,
): RawBuilder<unknown> | null {
  const [number, ...more] = numbers;
  if (!number?.sum || more.length > 0 || words.length > 0) return null;
  const whole = month?.length === 7;
  if (month !== null && !whole) return null;
  const { from, to } = number.sum;
  // An index finds the newest operation of each of the hundred sums that whole rubles may be, so the number of operations does not count.
  return sql`
    select newest.id from generate_series(${from}::bigint, ${to}::bigint) as meant(kopecks), lateral (
      select operation.id from operation
      where operation.company_id = ${scope.companyId} and operation.sum_kopecks > 0
        and operation.sum_kopecks = meant.kopecks ${whole ? sql`and ${within(`${month}-01`, sql`interval '1 month'`)}` : sql``}
      order by operation.created_at desc, operation.id desc limit ${limit}
    ) newest`;
}

function within(firstDay: string, length: RawBuilder<unknown>): RawBuilder<unknown> {
  const begins = sql`${firstDay}::date::timestamp`;
  return sql`operation.created_at >= ${begins} at time zone 'Europe/Moscow'
    and operation.created_at < (${begins} + ${length}) at time zone 'Europe/Moscow'`;
}
