import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { rows, type Db } from '../../../db/database.ts';
import { formatAdvanceNumber } from './advances.ts';

/** A part of an advance that was shipped. */
export interface ShippedAdvance {
  advanceId: number;
  /** Number of its invoice. Null: none was issued, because it has no VAT or is older than the first counted day. */
  number: string | null;
  dateIso: string;
  sum: Kopecks;
}

/**
 * Lists what shipments have set off in the five days of a month, and of months before it that no set of documents was
 * counted for, oldest first.
 */
export async function listMonthOffsets(tx: Db, companyId: number, month: string): Promise<ShippedAdvance[]> {
  const found = await rows(
    tx,
    sql<{ id: number; number: number | null; dated_on: string; kopecks: number }>`
      select advance.id, advance.number, advance.dated_on::text as dated_on, used.gross_kopecks as kopecks
      from advance_offset used
      join client_advance advance on advance.id = used.advance_id and advance.company_id = used.company_id
      where used.company_id = ${companyId} and used.kind = 'shipment'
        and used.ends_on < to_date(${month}, 'YYYY-MM') + interval '1 month'
        and used.ends_on >= coalesce((
          select to_date(max(closing.month), 'YYYY-MM') + interval '1 month' from month_closing closing
          where closing.company_id = ${companyId} and closing.month < ${month} and closing.until_at is not null
        ), to_date(${month}, 'YYYY-MM'))
      order by used.ends_on, advance.dated_on, advance.id`,
  );
  return found.map(({ id, number, dated_on: dateIso, kopecks: sum }) => ({
    advanceId: id,
    number: number === null ? null : formatAdvanceNumber(number),
    dateIso,
    sum: kopecks(sum),
  }));
}
