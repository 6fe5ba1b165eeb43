import { sql, type RawBuilder } from 'kysely';
import { UKD_DAY } from '../../papers/documents/corrections/ukds.ts';
import type { PartnerId } from '#contract/ids.ts';
import type { CorrectionDirection, CorrectionKind } from '#contract/money/balance-corrections.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { Days } from '../../papers/exchange/download-enterprise-data.ts';

/** A page of the file: the things of these companies within these days. */
interface Page {
  companyIds: readonly number[];
  days: Days;
}

/** A УПД with the figures that it is made from. */
interface ExportedSale {
  documentId: number;
  companyId: number;
  partnerId: PartnerId;
  figures: string;
}

/** A published invoice for an advance, with the payments of its five days that it names. */
export interface ExportedAdvance {
  documentId: number;
  companyId: number;
  /** Without its letter: `formatAdvanceNumber` writes it. */
  number: number;
  dateIso: string;
  gross: number;
  vat: number;
  ratePercent: number;
  payments: { id: number; number: string; datedOn: string; day: string }[];
}

/** A document that was in an earlier file, or may have been, and is not valid any more. */
interface RemovedDocument {
  documentId: number;
  companyId: number;
  isUkd: boolean;
}

export interface ExportedCorrection {
  id: number;
  companyId: number;
  day: string;
  direction: CorrectionDirection;
  sum: number;
  kind: CorrectionKind;
  isReversal: boolean;
  documentTitle: string | null;
  note: string;
}

/** A payment in either direction. Days are `YYYY-MM-DD`. */
export interface ExportedPayment {
  id: number;
  /** Null: it is on no client's account yet. */
  companyId: number | null;
  number: string;
  datedOn: string;
  day: string;
  sum: number;
  /** Our account; null for a payment by СБП, which the bank reports without one. */
  account: string | null;
  party: { name: string; inn: string };
  purpose: string;
  /** Network that gives it back. */
  partnerId: number | null;
  /** The network gives it as a bonus, not as a refund of what was paid. */
  isBonus: boolean;
}

/** True for a moment within the Moscow days. */
function within(moment: string, { from, to }: Days): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(moment)} >= ${from}::date::timestamp at time zone 'Europe/Moscow'
    and ${sql.ref(moment)} < (${to}::date + 1)::timestamp at time zone 'Europe/Moscow')`;
}

const dayWithin = (day: string, { from, to }: Days): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(day)} between ${from}::date and ${to}::date`;

/** A УКД that was made here has a file in the State's form. A correction that was published as a file has none. */
const HAS_XML = sql`exists (
  select from document_xml made
  where made.document_id = document.id and made.company_id = document.company_id and made.file_id is not null)`;

/** Conditions of what the file holds, by the name under which its table is read. */
export const IN_FILE = {
  sale: (days: Days) => sql`document.kind = 'upd' and document.figures_id is not null
    and document.withdrawn_at is null and ${dayWithin('document.dated_on', days)}`,
  ukd: (days: Days) => sql`document.replaces_id is not null and ${HAS_XML}
    and document.withdrawn_at is null and document.replaced_at is null
    and ${UKD_DAY} between ${days.from}::date and ${days.to}::date`,
  removed: (days: Days) => sql`(
    document.kind = 'upd' and document.figures_id is not null and document.withdrawn_at is not null
      and (${dayWithin('document.dated_on', days)} or ${within('document.withdrawn_at', days)})
    or document.replaces_id is not null and (document.withdrawn_at is not null or document.replaced_at is not null)
      and (${within('document.published_at', days)} or ${within('document.withdrawn_at', days)}
        or ${within('document.replaced_at', days)}) and ${HAS_XML})`,
  /** The difference of a УКД is in the file as the УКД itself. */
  correction: (days: Days) => sql`${dayWithin('correction.day', days)} and not (
    correction.kind = 'ukd' and exists (
      select from month_document document
      where document.id = correction.document_id and document.company_id = correction.company_id
        and document.replaces_id is not null and ${HAS_XML}))`,
  advance: (days: Days) => sql`advance.document_id is not null and ${dayWithin('advance.dated_on', days)}`,
  payment: (days: Days) => sql`payment.state <> 'duplicate' and ${dayWithin('payment.credited_on', days)}`,
  returned: (days: Days) => sql`returned.state = 'booked' and ${dayWithin('returned.debited_on', days)}`,
  networkPayment: (days: Days) => sql`not line.incoming and ${dayWithin('line.day', days)}`,
  networkInvoice: (days: Days) =>
    sql`invoice.accepted_at is not null and ${dayWithin('invoice.dated_on', days)}`,
};

export const NO_SANDBOX = (company: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from sandbox where sandbox.company_id = ${sql.ref(company)})`;

/** Returns the next companies that have anything in the file, in the order of their ids. */
export async function listExportedCompanies(
  db: Db,
  { after, limit, days }: { after: number; limit: number; days: Days },
): Promise<number[]> {
  const document = sql`select from month_document document where document.company_id = company.id`;
  const found = await rows(
    db,
    sql<{ id: number }>`
      select company.id from company
      where company.id > ${after} and ${NO_SANDBOX('company.id')} and (
        exists (${document} and ${IN_FILE.sale(days)})
        or exists (${document} and ${IN_FILE.ukd(days)})
        or exists (${document} and ${IN_FILE.removed(days)})
        or exists (select from client_advance advance where advance.company_id = company.id and ${IN_FILE.advance(days)})
        or exists (select from correction where correction.company_id = company.id and ${IN_FILE.correction(days)})
        or exists (select from bank_payment payment where payment.company_id = company.id and ${IN_FILE.payment(days)})
        or exists (select from advance_return returned where returned.company_id = company.id and ${IN_FILE.returned(days)}))
      order by company.id limit ${limit}`,
  );
  return found.map(({ id }) => id);
}

export function listSales(db: Db, { companyIds, days }: Page): Promise<ExportedSale[]> {
  return rows(
    db,
    sql<ExportedSale>`
      select document.id as "documentId", document.company_id as "companyId", document.partner_id as "partnerId",
        file.sha256 as figures
      from month_document document join stored_file file on file.id = document.figures_id
      where document.company_id = any(${companyIds}::bigint[]) and ${IN_FILE.sale(days)}
      order by document.company_id, document.dated_on, document.partner_id, document.id`,
  );
}

export function listAdvances(db: Db, { companyIds, days }: Page): Promise<ExportedAdvance[]> {
  return rows(
    db,
    sql<ExportedAdvance>`
      select advance.document_id as "documentId", advance.company_id as "companyId", advance.number,
        advance.dated_on::text as "dateIso", advance.gross_kopecks as gross, advance.vat_kopecks as vat,
        advance.rate_percent as "ratePercent",
        coalesce((
          select json_agg(json_build_object('id', payment.id, 'number', payment.number, 'datedOn', payment.dated_on,
            'day', payment.credited_on) order by payment.id)
          from bank_payment payment
          where payment.company_id = advance.company_id and payment.state <> 'duplicate'
            and payment.credited_on between advance.begins_on and advance.dated_on
            and exists (
              select from jsonb_array_elements(advance.facts -> 'payments') named
              where named ->> 'number' = payment.number and named ->> 'dateIso' = payment.dated_on::text)
        ), '[]') as payments
      from client_advance advance
      where advance.company_id = any(${companyIds}::bigint[]) and ${IN_FILE.advance(days)}
      order by advance.company_id, advance.id`,
  );
}

export function listRemoved(db: Db, { companyIds, days }: Page): Promise<RemovedDocument[]> {
  return rows(
    db,
    sql<RemovedDocument>`
      select document.id as "documentId", document.company_id as "companyId", document.replaces_id is not null as "isUkd"
      from month_document document
      where document.company_id = any(${companyIds}::bigint[]) and ${IN_FILE.removed(days)}
      order by document.company_id, document.id`,
  );
}

export function listExportedCorrections(db: Db, { companyIds, days }: Page): Promise<ExportedCorrection[]> {
  return rows(
    db,
    sql<ExportedCorrection>`
      select correction.id, correction.company_id as "companyId", correction.day::text as day, correction.direction,
        correction.sum_kopecks as sum, correction.kind, correction.reverses_id is not null as "isReversal",
        named.title as "documentTitle", correction.note
      from correction left join month_document named
        on named.id = correction.document_id and named.company_id = correction.company_id
      where correction.company_id = any(${companyIds}::bigint[]) and ${IN_FILE.correction(days)}
      order by correction.company_id, correction.id`,
  );
}

const PAYMENT = sql`
  select payment.id, payment.company_id as "companyId", payment.number, payment.dated_on as "datedOn",
    payment.credited_on as day, payment.sum_kopecks as sum, payment.own_account as account,
    json_build_object('name', payment.payer_name, 'inn', payment.payer_inn) as party, payment.purpose,
    refund.partner_id as "partnerId", coalesce(refund.kind = 'bonus', false) as "isBonus"
  from bank_payment payment
  left join lateral (
    select partner_id, kind from network_refund where payment_id = payment.id order by turn desc limit 1
  ) refund on payment.state = 'network'`;

export function listCreditedPayments(db: Db, { companyIds, days }: Page): Promise<ExportedPayment[]> {
  return rows(
    db,
    sql<ExportedPayment>`
      ${PAYMENT} where payment.company_id = any(${companyIds}::bigint[]) and ${IN_FILE.payment(days)}
      order by payment.company_id, payment.id`,
  );
}

/** Returns the next payments that are on no client's account. */
export function listUnplacedPayments(
  db: Db,
  { after, limit, days }: { after: number; limit: number; days: Days },
): Promise<ExportedPayment[]> {
  return rows(
    db,
    sql<ExportedPayment>`
      ${PAYMENT} where payment.company_id is null and payment.id > ${after} and ${IN_FILE.payment(days)}
      order by payment.id limit ${limit}`,
  );
}

/** Returns the ids of payments that were found to be in the books twice: an earlier file may have had them. */
export async function listDuplicates(db: Db, days: Days): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select payment.id from bank_payment payment
      where payment.state = 'duplicate' and ${dayWithin('payment.credited_on', days)} order by payment.company_id, payment.id`,
  );
  return found.map(({ id }) => id);
}

export function listBookedReturns(db: Db, { companyIds, days }: Page): Promise<ExportedPayment[]> {
  return rows(
    db,
    sql<ExportedPayment>`
      select returned.id, returned.company_id as "companyId", returned.number, returned.dated_on as "datedOn",
        returned.debited_on as day, returned.sum_kopecks as sum, null as account,
        json_build_object('name', returned.payee_name, 'inn', returned.payee_inn) as party, returned.purpose,
        null as "partnerId", false as "isBonus"
      from advance_return returned
      where returned.company_id = any(${companyIds}::bigint[]) and ${IN_FILE.returned(days)}
      order by returned.company_id, returned.id`,
  );
}

/** Returns the ids of returns whose decision was taken back: an earlier file may have had them. */
export async function listReopenedReturns(db: Db, days: Days): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select returned.id from advance_return returned
      where returned.state <> 'booked' and ${dayWithin('returned.debited_on', days)} and exists (
        select from advance_return_reopening reopened where reopened.return_id = returned.id and reopened.state = 'booked')
      order by returned.company_id, returned.id`,
  );
  return found.map(({ id }) => id);
}
