import { sql } from 'kysely';
import type { ProgrammePart } from '#contract/programme/requisites.ts';
import type { VatScheme } from '#contract/values/vat-scheme.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { Operator } from '../../../operator.ts';

type Requisites = Operator['requisites'];
type AccountFields = 'account' | 'bik' | 'bank' | 'corrAccount';

/** Values of each part, as they are stored. */
export interface PartValues {
  name: Pick<Operator, 'name'>;
  requisites: Omit<Requisites, AccountFields>;
  accounts: Pick<Requisites, AccountFields> & Pick<Operator, 'otherAccounts'>;
  vat: { percent: number; scheme: VatScheme };
  invoices: Pick<Operator, 'invoicePrefix' | 'invoiceDueDays'>;
  objections: Pick<Operator, 'objectionDays'>;
  approval: Pick<Operator, 'firstOrderMaxCards' | 'firstOrderMaxRubles'>;
}

/** A value of one part. A null first day counts from the beginning. */
export type DatedValue = {
  [Part in ProgrammePart]: { part: Part; firstDay: string | null; value: PartValues[Part] };
}[ProgrammePart];

/** A new value, with the first day that was requested. Null means the earliest day possible. */
export type ProgrammeInput = DatedValue & { note: string };

export type StoredValue = DatedValue & {
  id: number;
  note: string;
  enteredAt: Date;
  /** Null: the operator's file had it at the first start. */
  enteredBy: { id: number; name: string } | null;
};

/** Lists every value, the one that counts later or was entered later after the others. */
export async function listProgrammeValues(db: Db): Promise<StoredValue[]> {
  return rows(
    db,
    sql<StoredValue>`
      select stored.id, stored.part, stored.first_day::text as "firstDay", stored.value, stored.note,
        stored.entered_at as "enteredAt",
        case when stored.entered_by is not null then json_build_object('id', stored.entered_by,
          'name', trim(concat_ws(' ', author.lastname, author.firstname))) end as "enteredBy"
      from programme_value stored left join app_user author on author.id = stored.entered_by
      order by stored.first_day nulls first, stored.id`,
  );
}

/** Lets one transaction at a time change the programme. */
export async function lockProgramme(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('programme-values'))`.execute(tx);
}

export async function insertProgrammeValue(
  tx: Db,
  dated: DatedValue,
  by: { note: string; staffId: number | null; now: Date },
): Promise<void> {
  await sql`
    insert into programme_value (part, first_day, value, note, entered_by, entered_at)
    values (${dated.part}, ${dated.firstDay}::date, ${JSON.stringify(dated.value)}::jsonb, ${by.note}, ${by.staffId},
      ${by.now})`.execute(tx);
}

/** A day on which documents prevent a new value from beginning, and the time at which it started. */
interface DayOfPapers {
  day: string;
  startedAt: Date;
  /** A sale of any day counts: it fixes the rate of VAT of its day, and sales become known late. */
  withSales: boolean;
}

/**
 * Returns whether an invoice or a document of this day stands already. The newest ones have the largest ids, which an
 * index finds in a table of any size.
 */
export async function hasPapers(db: Db, { day, startedAt, withSales }: DayOfPapers): Promise<boolean> {
  const [found] = await rows(
    db,
    sql<{ found: boolean }>`
      select coalesce((select issued_on from invoice order by id desc limit 1) >= ${day}::date, false)
        or coalesce((select published_at from month_document order by id desc limit 1) >= ${startedAt}, false)
        or (${withSales} and exists (select from operation)) as found`,
  );
  return found?.found ?? false;
}

export async function hasInvoices(db: Db): Promise<boolean> {
  const [found] = await rows(db, sql<{ found: boolean }>`select exists (select from invoice) as found`);
  return found?.found ?? false;
}
