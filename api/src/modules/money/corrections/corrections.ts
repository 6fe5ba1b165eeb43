import { sql } from 'kysely';
import type { CorrectionDirection, CorrectionKind } from '#contract/money/balance-corrections.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { moscowDay } from '../../../lib/money-format.ts';

/** A correction of a client's balance that is to be booked. */
export interface NewCorrection {
  companyId: number;
  kind: CorrectionKind;
  direction: CorrectionDirection;
  sum: Kopecks;
  documentId: number | null;
  /** The correction that this one takes back. */
  reversesId: number | null;
  /** The client reads it in the statement. */
  note: string;
  proposedBy: number;
  confirmedBy: number | null;
  ip: string;
}

export interface CorrectionRecord extends Omit<NewCorrection, 'proposedBy' | 'confirmedBy' | 'ip'> {
  id: number;
  documentTitle: string | null;
  proposedBy: string;
  confirmedBy: string | null;
  day: string;
  bookedAt: Date;
}

/** Stores a correction and returns its id, which is the subject of its transfer. */
export async function insertCorrection(tx: Db, now: Date, correction: NewCorrection): Promise<number> {
  const { companyId, kind, direction, sum, documentId, reversesId, note, proposedBy, confirmedBy } =
    correction;
  const row = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into correction (company_id, kind, direction, sum_kopecks, document_id, reverses_id, note, proposed_by,
        confirmed_by, day, booked_at)
      values (${companyId}, ${kind}, ${direction}, ${sum}, ${documentId}, ${reversesId}, ${note}, ${proposedBy},
        ${confirmedBy}, ${moscowDay(now)}::date, ${now})
      returning id`,
  );
  return row.id;
}

/** Returns what penalties have taken from a client since a day, less what was given back, in kopecks. */
export async function sumBookedPenalties(db: Db, companyId: number, since: string): Promise<Kopecks> {
  const { sum } = await getOnlyRow(
    db,
    sql<{ sum: number }>`
      select coalesce(sum(case direction when 'from-client' then sum_kopecks else -sum_kopecks end), 0)::bigint as sum
      from correction where company_id = ${companyId} and kind = 'penalty' and day >= ${since}::date`,
  );
  return kopecks(sum);
}

/** Returns a page of a client's corrections, newest first, and how many there are. */
export async function listCorrections(
  db: Db,
  args: { companyId: number; limit: number; offset: number },
): Promise<{ rows: CorrectionRecord[]; total: number }> {
  const { companyId, limit, offset } = args;
  const found = await rows(
    db,
    sql<CorrectionRecord>`
      ${SELECT} where correction.company_id = ${companyId}
      order by correction.id desc limit ${limit} offset ${offset}`,
  );
  const { total } = await getOnlyRow(
    db,
    sql<{ total: number }>`select count(*)::int as total from correction where company_id = ${companyId}`,
  );
  return { rows: found, total };
}

export function getCorrection(db: Db, id: number): Promise<CorrectionRecord> {
  return getOnlyRow(db, sql<CorrectionRecord>`${SELECT} where correction.id = ${id}`);
}

/** Returns the booked difference of a УКД that was not taken back, or null. */
export function findUkdCorrection(db: Db, documentId: number): Promise<CorrectionRecord | null> {
  return firstRow(
    db,
    sql<CorrectionRecord>`
      ${SELECT} where correction.document_id = ${documentId} and correction.kind = 'ukd'
        and correction.reverses_id is null
        and not exists (select from correction reversal where reversal.reverses_id = correction.id)`,
  );
}

/** A document that a correction names, with whether the difference of a УКД was ever booked for it. */
export function findCorrectedDocument(
  db: Db,
  args: { companyId: number; documentId: number },
): Promise<{ title: string; isBooked: boolean } | null> {
  return firstRow(
    db,
    sql<{ title: string; isBooked: boolean }>`
      select title, exists (
        select from correction where document_id = document.id and correction.kind = 'ukd') as "isBooked"
      from month_document document where id = ${args.documentId} and company_id = ${args.companyId}`,
  );
}

const named = (person: string) => sql`(
  select coalesce(nullif(concat_ws(' ', firstname, lastname), ''), 'Без имени') from app_user
  where app_user.id = ${sql.ref(person)})`;

const SELECT = sql`
  select correction.id, correction.company_id as "companyId", correction.kind, correction.direction,
    correction.sum_kopecks as sum, correction.document_id as "documentId", correction.reverses_id as "reversesId",
    correction.note, correction.day::text as day, correction.booked_at as "bookedAt", document.title as "documentTitle",
    ${named('correction.proposed_by')} as "proposedBy", ${named('correction.confirmed_by')} as "confirmedBy"
  from correction left join month_document document on document.id = correction.document_id`;
