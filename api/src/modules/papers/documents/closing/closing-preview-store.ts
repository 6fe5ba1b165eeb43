import { sql } from 'kysely';
import { OPERATION_TYPE } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { rows, type Db } from '../../../../db/database.ts';
import { belongsToMonth, MOVEMENTS } from './month-closing-store.ts';
import { endOfMonth, startOfMonth } from './month-closing.ts';

/** Figures that are in no documents of a company yet and would be in those of a month. */
export interface PreviewedCompany {
  id: number;
  inn: string | null;
  title: string;
  /** Documents of the month that the company has. Null means that its month is not closed. */
  made: number | null;
  /** `sold`: it has sales, and not services alone. */
  networks: { id: number; title: string; kopecks: Kopecks; sold: boolean }[];
  payments: Kopecks;
  /** Whether a payment or a correction came or went, because the sum of several may be zero. */
  paid: boolean;
  cards: number;
  cardNetworks: number;
}

/** A page of the clients of a month by title, with what would be made for each. */
export async function listPreviewed(
  db: Db,
  { month, page, perPage }: { month: string; page: number; perPage: number },
): Promise<{ companies: PreviewedCompany[]; total: number }> {
  const [start, end] = [startOfMonth(month), endOfMonth(month)];
  const company = sql`company.id`;
  const found = await rows(
    db,
    sql<PreviewedCompany & { total: number }>`
      with client as materialized (
        select id, inn, title, count(*) over () as total from company where client_since < ${end}
        order by title, id limit ${perPage}::bigint offset ${perPage * (page - 1)}::bigint
      )
      select company.id, company.inn, company.title, company.total,
        (select documents from month_closing closing
          where closing.company_id = company.id and closing.month = ${month} and closing.state = 'done'
            and closing.documents > 0) as made,
        coalesce(moved.networks, '[]') as networks, coalesce(moved.payments, 0)::bigint as payments,
        coalesce(moved.paid, false) as paid, issued.cards, issued.networks as "cardNetworks"
      from client company
      left join lateral (
        select json_agg(json_build_object('id', partner.id, 'title', partner.title, 'kopecks', summed.kopecks,
            'sold', summed.sold)
            order by partner.id) filter (where partner.id is not null) as networks,
          sum(-summed.kopecks) filter (where partner.id is null and not summed.is_correction) as payments,
          bool_or(partner.id is null) as paid
        from (
          select coalesce(operation.partner_id, charge.partner_id) as partner_id,
            transfer.subject_kind = 'correction' as is_correction,
            bool_or(operation.id is not null) as sold, sum(movement.amount_kopecks)::bigint as kopecks
          from (${MOVEMENTS(company)}) movement
          join ledger_transfer transfer on transfer.id = movement.transfer_id
          left join operation on transfer.subject_kind = 'operation' and operation.id = transfer.subject_id
            and operation.type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})
          left join service_charge charge on transfer.subject_kind = 'service-charge' and charge.id = transfer.subject_id
          where movement.dated_at < ${end} and ${belongsToMonth(company, month)}
            and not exists (select from month_closing_line line where line.transfer_id = movement.transfer_id)
          group by 1, 2
        ) summed left join partner on partner.id = summed.partner_id
      ) moved on true
      cross join lateral (
        select count(*)::int as cards, count(distinct card.partner_id)::int as networks from card
        where card.company_id = company.id and card.created_at < ${end}
          and card.created_at >= least(${start}, (
            select max(until_at) from month_closing earlier
            where earlier.company_id = company.id and earlier.month < ${month}))
          and not exists (select from card_act_line line where line.card_id = card.id)
      ) issued
      order by company.title, company.id`,
  );
  return { companies: found, total: found[0]?.total ?? 0 };
}
