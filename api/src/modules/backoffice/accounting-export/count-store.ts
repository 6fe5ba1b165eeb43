import { sql } from 'kysely';
import { UKD_CHANGE } from '../../papers/documents/corrections/ukds.ts';
import type { ExportPart } from '#contract/backoffice/accounting-export.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Days } from '../../papers/exchange/download-enterprise-data.ts';
import { IN_FILE, NO_SANDBOX } from './export-store.ts';

/** Documents of one kind in the file. Sums are kopecks; a lowered sale counts below zero. */
export interface CountedPart {
  part: ExportPart;
  count: number;
  sum: number;
  /** Null where documents of this kind state no VAT. */
  vat: number | null;
}

/** Counts what the file of these days holds, each part by the condition that the file itself reads by. */
export async function countParts(db: Db, days: Days): Promise<CountedPart[]> {
  const sales = sql`from month_document document where ${NO_SANDBOX('document.company_id')} and ${IN_FILE.sale(days)}`;
  const ukds = sql`from month_document document
    join month_document original on original.id = document.replaces_id and original.company_id = document.company_id
    where ${NO_SANDBOX('document.company_id')} and original.figures_id is not null and ${IN_FILE.ukd(days)}`;
  const change = sql`coalesce(sum(${UKD_CHANGE.sum}), 0), coalesce(sum(${UKD_CHANGE.vat}), 0)`;
  const total = sql`coalesce(sum(document.sum_kopecks), 0), coalesce(sum(document.vat_kopecks), 0)`;
  return rows(
    db,
    sql<CountedPart>`
      select part, count::int, sum::bigint, vat::bigint from (
        select 'sales' as part, count(*) as count, ${total} ${sales}
        union all
        select 'invoices', count(*), ${total} ${sales} and document.vat_kopecks <> 0
        union all
        select 'advance-invoices', count(*), coalesce(sum(advance.gross_kopecks), 0), coalesce(sum(advance.vat_kopecks), 0)
        from client_advance advance where ${NO_SANDBOX('advance.company_id')} and ${IN_FILE.advance(days)}
        union all
        select 'sale-corrections', count(*), ${change} ${ukds}
        union all
        select 'debt-corrections', count(*),
          coalesce(sum(case correction.direction when 'to-client' then -sum_kopecks else sum_kopecks end), 0), null
        from correction where ${NO_SANDBOX('correction.company_id')} and ${IN_FILE.correction(days)}
        union all
        select 'receipts', count(*), coalesce(sum(invoice.sum_kopecks), 0), coalesce(sum(invoice.vat_kopecks), 0)
        from network_invoice invoice where ${IN_FILE.networkInvoice(days)}
        union all
        select 'money-in', count(*), coalesce(sum(payment.sum_kopecks), 0), null
        from bank_payment payment
        where (payment.company_id is null or ${NO_SANDBOX('payment.company_id')}) and ${IN_FILE.payment(days)}
        union all
        select 'returns', count(*), coalesce(sum(returned.sum_kopecks), 0), null
        from advance_return returned where ${NO_SANDBOX('returned.company_id')} and ${IN_FILE.returned(days)}
        union all
        select 'network-payments', count(*), coalesce(sum(line.sum_kopecks), 0), null
        from partner join statement_payee payee on payee.inn = partner.inn
        join statement_line line on line.id = payee.line_id where ${IN_FILE.networkPayment(days)}
      ) counted (part, count, sum, vat)`,
  );
}

/** Things of these days that the file lacks, or that a person has to complete. */
export interface LeftOut {
  /** Payments that are in the file without a client. */
  unplaced: number;
  /** Invoices of networks that no one has accepted yet. */
  networkInvoices: number;
  /** Corrections of a УПД that were published as a file: their lines are not known here. */
  fileCorrections: number;
  /** Documents that the file removes from 1C. */
  removed: number;
}

export function countLeftOut(db: Db, days: Days): Promise<LeftOut> {
  const { from, to } = days;
  return getOnlyRow(
    db,
    sql<LeftOut>`
      select
        (select count(*) from bank_payment payment where payment.company_id is null and ${IN_FILE.payment(days)})::int
          as unplaced,
        (select count(*) from network_invoice invoice
          where invoice.accepted_at is null and invoice.dated_on between ${from}::date and ${to}::date)::int as "networkInvoices",
        (select count(*) from month_document document
          where ${NO_SANDBOX('document.company_id')} and document.corrected_kind = 'upd' and document.replaces_id is not null
            and document.withdrawn_at is null and document.replaced_at is null
            and document.published_at >= ${from}::date::timestamp at time zone 'Europe/Moscow'
            and document.published_at < (${to}::date + 1)::timestamp at time zone 'Europe/Moscow'
            and not exists (
              select from document_xml made where made.document_id = document.id
                and made.company_id = document.company_id and made.file_id is not null))::int as "fileCorrections",
        (select count(*) from month_document document
          where ${NO_SANDBOX('document.company_id')} and ${IN_FILE.removed(days)})::int as removed`,
  );
}
