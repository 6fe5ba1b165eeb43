import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { Days } from '../../papers/exchange/download-enterprise-data.ts';
import { IN_FILE } from './export-store.ts';

/** A payment of ours to a network, as the bank's statement has it. */
interface NetworkPayment {
  id: number;
  partnerId: PartnerId;
  number: string;
  datedOn: string;
  day: string;
  sum: number;
  account: string;
}

/** An accepted invoice of a network, its report added up by goods. */
export interface NetworkReceipt {
  id: number;
  partnerId: PartnerId;
  number: string;
  datedOn: string;
  from: string;
  to: string;
  sum: number;
  vat: number;
  goods: { title: string; centilitres: number; sum: number }[];
}

interface Slice {
  after: number;
  limit: number;
  days: Days;
}

export function listNetworkPayments(db: Db, { after, limit, days }: Slice): Promise<NetworkPayment[]> {
  return rows(
    db,
    sql<NetworkPayment>`
      select line.id, partner.id as "partnerId", line.number, line.dated_on as "datedOn", line.day,
        line.sum_kopecks as sum, line.account
      from partner join statement_payee payee on payee.inn = partner.inn
      join statement_line line on line.id = payee.line_id
      where line.id > ${after} and ${IN_FILE.networkPayment(days)} order by line.id limit ${limit}`,
  );
}

export function listReceipts(db: Db, { after, limit, days }: Slice): Promise<NetworkReceipt[]> {
  return rows(
    db,
    sql<NetworkReceipt>`
      select invoice.id, invoice.partner_id as "partnerId", invoice.number, invoice.dated_on as "datedOn",
        invoice.day_from as "from", invoice.day_to as "to", invoice.sum_kopecks as sum, invoice.vat_kopecks as vat,
        coalesce((
          select json_agg(json_build_object('title', title, 'centilitres', centilitres, 'sum', sum) order by title)
          from (
            select line.goods_title as title,
              sum(case when line.is_refund then -abs(line.quantity) else line.quantity end)::bigint as centilitres,
              sum(case when line.is_refund then -abs(line.sum_kopecks) else line.sum_kopecks end)::bigint as sum
            from network_invoice_line line
            where line.invoice_id = invoice.id and line.row_number is not null group by line.goods_title
          ) goods
        ), '[]') as goods
      from network_invoice invoice
      where invoice.id > ${after} and ${IN_FILE.networkInvoice(days)} order by invoice.id limit ${limit}`,
  );
}
