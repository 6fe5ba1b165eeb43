import { sql } from 'kysely';
import { UKD_CHANGE, UKD_DAY } from '../documents/corrections/ukds.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { MAX_WORKBOOK_ROWS } from '#contract/list-files.ts';
import { lawOn } from '#contract/values/law-by-date.ts';
import { rows, type Db } from '../../../db/database.ts';
import { fieldRefusal } from '../../../errors.ts';
import { formatDateShort } from '../../../lib/money-format.ts';
import { formatAdvanceNumber } from '../advances/advances.ts';

/** First and last day of a quarter, `YYYY-MM-DD`. */
export interface QuarterDays {
  from: string;
  till: string;
}

/** Kind of a row: what a document or a movement is to the books of both sides. */
type TaxRowKind = 'upd' | 'ukd' | 'advance' | 'shipment' | 'return';

/** A document with VAT of the quarter, or the part of an advance that was shipped or paid back in it. */
export interface TaxRow {
  kind: TaxRowKind;
  companyId: number;
  client: { title: string; inn: string; kpp: string | null };
  /** Number and date of the invoice; of a УКД those of its УПД. */
  number: string;
  dateIso: string;
  /** Number and date of the УКД itself. */
  correction: { number: string; dateIso: string } | null;
  /** VAT included; of a УКД by how much it changes the УПД. */
  gross: Kopecks;
  vat: Kopecks;
  /** The day from which it counts, within the quarter. */
  dayIso: string;
  /** Invoices for advances that a УПД's shipments set off, or the УПД that name an advance which was shipped. */
  named: readonly NamedInvoice[];
}

interface NamedInvoice {
  number: string;
  dateIso: string;
}

/**
 * Lists the invoices of column 11а (`upd`) or 7а (`shipment`) of a row, «А-000012 от 18.09.2026», those of days on which the law
 * asks for them. Null: none.
 */
export function formatNamedByLaw(row: TaxRow, kind: 'upd' | 'shipment'): string | null {
  if (row.kind !== kind) return null;
  const named = row.named.filter(({ dateIso }) =>
    lawOn('invoiceNamesAdvances', kind === 'upd' ? row.dateIso : dateIso),
  );
  return named.map(formatInvoice).join('; ') || null;
}

/** «202610-17-2 от 31.10.2026» */
export function formatInvoice({ number, dateIso }: NamedInvoice): string {
  return `${number} от ${formatDateShort(dateIso)}`;
}

/** Returns the days of a quarter `2026Q4`. */
export function toQuarterDays(quarter: string): QuarterDays {
  const year = Number(quarter.slice(0, 4));
  const first = (Number(quarter.slice(5)) - 1) * 3;
  const day = (month: number, date: number) =>
    new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
  return { from: day(first, 1), till: day(first + 3, 0) };
}

interface StoredRow {
  kind: TaxRowKind;
  company_id: number;
  title: string;
  inn: string;
  kpp: string | null;
  number: string;
  dated_on: string;
  correction_number: string | null;
  corrected_on: string | null;
  gross: number;
  vat: number;
  day: string;
  /** Numbers and dates `YYYY-MM-DD`. */
  named: [number: string, dateIso: string][] | null;
}

const selectNumber = (title: string) => sql`substring(${sql.ref(title)} from '№ ([^[:space:]]+)')`;
const toMoscowDay = (moment: string) => sql`(${sql.ref(moment)} at time zone 'Europe/Moscow')::date`;

/** УПД with VAT of closed months. One that is corrected by a УКД stays in the books, and the УКД is a row beside it. */
const selectUpds = ({ from, till }: QuarterDays) => sql`
  select 'upd' as kind, document.company_id, ${selectNumber('document.title')} as number, document.dated_on, null as correction_number,
    null::date as corrected_on, document.sum_kopecks as gross, document.vat_kopecks as vat, document.dated_on as day, (
      select json_agg(json_build_array(advance.number::text, advance.dated_on::text) order by advance.dated_on, advance.id)
      from upd_advance named
      join client_advance advance on advance.id = named.advance_id and advance.company_id = named.company_id
      where named.document_id = document.id and named.company_id = document.company_id) as named, document.id
  from month_document document
  where document.kind = 'upd' and document.figures_id is not null and document.withdrawn_at is null and document.vat_kopecks > 0
    and document.dated_on between ${from}::date and ${till}::date`;

const selectUkds = ({ from, till }: QuarterDays) => sql`
  select 'ukd', document.company_id, ${selectNumber('original.title')}, original.dated_on, ${selectNumber('document.title')},
    ${UKD_DAY}, ${UKD_CHANGE.sum}, ${UKD_CHANGE.vat}, ${UKD_DAY}, null, document.id
  from month_document document
  join month_document original on original.id = document.replaces_id and original.company_id = document.company_id
  where original.kind = 'upd' and original.figures_id is not null and document.withdrawn_at is null
    and document.replaced_at is null and document.vat_kopecks is not null and original.vat_kopecks > 0
    and exists (
      select from document_xml made
      where made.document_id = document.id and made.company_id = document.company_id and made.file_id is not null)
    and ${UKD_DAY} between ${from}::date and ${till}::date`;

const selectAdvances = ({ from, till }: QuarterDays) => sql`
  select 'advance', advance.company_id, advance.number::text, advance.dated_on, null, null::date, advance.gross_kopecks,
    advance.vat_kopecks, advance.dated_on, null, advance.id
  from client_advance advance
  where advance.number is not null and advance.dated_on between ${from}::date and ${till}::date`;

const selectOffsets = ({ from, till }: QuarterDays) => sql`
  select used.kind, used.company_id, advance.number::text, advance.dated_on, null, null::date, sum(used.gross_kopecks)::bigint,
    sum(used.vat_kopecks)::bigint, max(used.ends_on),
    case used.kind when 'shipment' then (
      select json_agg(json_build_array(${selectNumber('shipping.title')}, shipping.dated_on::text)
        order by shipping.dated_on, shipping.partner_id)
      from upd_advance named
      join month_document shipping on shipping.id = named.document_id and shipping.company_id = named.company_id
      where named.advance_id = advance.id and named.company_id = used.company_id and shipping.withdrawn_at is null
        and shipping.dated_on between ${from}::date and ${till}::date) end,
    advance.id
  from advance_offset used
  join client_advance advance on advance.id = used.advance_id and advance.company_id = used.company_id
  where advance.number is not null and used.ends_on between ${from}::date and ${till}::date
  group by used.kind, used.company_id, advance.id, advance.number, advance.dated_on`;

/**
 * Lists the rows of a quarter with VAT, of one company or of all clients, by kind and day. Refuses on `quarter` one of more rows
 * than a workbook takes: its totals would be untrue.
 */
export async function listTaxRows(
  db: Db,
  days: QuarterDays,
  { companyId }: { companyId: number | null },
): Promise<TaxRow[]> {
  const found = await rows(
    db,
    sql<StoredRow>`
      select listed.kind, listed.company_id, company.title, company.inn, company.kpp, listed.number,
        listed.dated_on::text as dated_on, listed.correction_number, listed.corrected_on::text as corrected_on, listed.gross,
        listed.vat, listed.day::text as day, listed.named
      from (${selectUpds(days)} union all ${selectUkds(days)} union all ${selectAdvances(days)} union all ${selectOffsets(days)}) listed
      join company on company.id = listed.company_id
      where (${companyId}::bigint is null or listed.company_id = ${companyId}::bigint)
        and not exists (select from sandbox where sandbox.company_id = listed.company_id)
      order by array_position(array['upd', 'ukd', 'advance', 'shipment', 'return'], listed.kind), listed.day, listed.company_id, listed.id
      limit ${MAX_WORKBOOK_ROWS + 1}`,
  );
  if (found.length > MAX_WORKBOOK_ROWS)
    throw fieldRefusal('quarter', 'За квартал больше 20 000 строк: возьмите документы из выгрузки для 1С');
  return found.map(toTaxRow);
}

function toTaxRow(row: StoredRow): TaxRow {
  const isAdvance = row.kind !== 'upd' && row.kind !== 'ukd';
  return {
    kind: row.kind,
    companyId: row.company_id,
    client: { title: row.title, inn: row.inn, kpp: row.kpp },
    number: isAdvance ? formatAdvanceNumber(Number(row.number)) : row.number,
    dateIso: row.dated_on,
    correction:
      row.correction_number === null || row.corrected_on === null
        ? null
        : { number: row.correction_number, dateIso: row.corrected_on },
    gross: kopecks(row.gross),
    vat: kopecks(row.vat),
    dayIso: row.day,
    named: (row.named ?? []).map(([number, dateIso]) => ({
      number: row.kind === 'upd' ? formatAdvanceNumber(Number(number)) : number,
      dateIso,
    })),
  };
}

/** Documents and figures that a quarter of a company lacks. */
export interface MissingPapers {
  /** Months without documents that are over or run, `YYYY-MM`. */
  openMonths: string[];
  /** Corrections of УПД that were published as a file: their figures are entered by hand. */
  fileCorrections: string[];
}

/** Finds what is not in the rows of a quarter yet, in the days up to `today`. */
export async function findMissingPapers(
  db: Db,
  companyId: number,
  { from, till }: QuarterDays,
  today: string,
): Promise<MissingPapers> {
  const months = await rows(
    db,
    sql<{ month: string }>`
      select to_char(day, 'YYYY-MM') as month
      from generate_series(${from}::date, least(${till}::date, ${today}::date), interval '1 month') day
      join company on company.id = ${companyId}
      where to_char(day, 'YYYY-MM') >= to_char(company.client_since at time zone 'Europe/Moscow', 'YYYY-MM')
        and not exists (
          select from month_closing closing
          where closing.company_id = company.id and closing.month = to_char(day, 'YYYY-MM') and closing.state = 'done')
      order by day`,
  );
  const files = await rows(
    db,
    sql<{ title: string }>`
      select document.title from month_document document
      join month_document original on original.id = document.replaces_id and original.company_id = document.company_id
      where document.company_id = ${companyId} and document.corrected_kind = 'upd' and document.withdrawn_at is null
        and document.replaced_at is null and ${toMoscowDay('document.published_at')} between ${from}::date and ${till}::date
        and not exists (
          select from document_xml made
          where made.document_id = document.id and made.company_id = document.company_id and made.file_id is not null)
      order by document.id`,
  );
  return { openMonths: months.map(({ month }) => month), fileCorrections: files.map(({ title }) => title) };
}
