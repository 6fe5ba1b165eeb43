import { sql } from 'kysely';
import { kopecks } from '#contract/kopecks.ts';
import { listIds, type CompanyScope } from '../../../db/company-scope.ts';
import { rows, type Db } from '../../../db/database.ts';
import type { Balances } from './balances.ts';

interface BalancesRow {
  company_id: number;
  uses_edo: boolean;
  credit_kopecks: number;
  unallocated: number;
  in_transit: number;
  cards: number;
  held: number;
  partners: { accountId: number; partnerId: number; title: string; balance: number; debt: number }[];
}

/**
 * The company's balances as of one moment, read by one statement, so that money in transit is never counted twice or
 * not at all.
 */
export async function findBalances(db: Db, scope: CompanyScope): Promise<Balances> {
  const [balances] = (await findBalancesOfMany(db, [scope])).values();
  if (!balances) throw new Error(`company ${scope.companyId} is not there`);
  return balances;
}

/** Reads the balances of several companies, by the id of each. */
export async function findBalancesOfMany(
  db: Db,
  scopes: readonly CompanyScope[],
): Promise<Map<number, Balances>> {
  const found = await rows(
    db,
    sql<BalancesRow>`
      select company.id as company_id, company.edm_state = 'accepted' as uses_edo, company.credit_kopecks,
        coalesce(sum(account.balance_kopecks) filter (where account.kind = 'unallocated'), 0) as unallocated,
        coalesce(sum(account.balance_kopecks) filter (where account.kind = 'in-transit'), 0) as in_transit,
        coalesce(sum(account.balance_kopecks) filter (where account.kind in ('card', 'hold')), 0) as cards,
        coalesce(sum(account.balance_kopecks) filter (where account.kind = 'hold'), 0) as held,
        coalesce(json_agg(
          json_build_object('accountId', account.id, 'partnerId', account.partner_id, 'title', partner.title,
            'balance', account.balance_kopecks, 'debt', coalesce(debt.balance_kopecks, 0))
          order by account.partner_id
        ) filter (where account.kind = 'partner'), '[]') as partners
      from company
      left join ledger_account account
        on account.company_id = company.id and account.kind in ('unallocated', 'in-transit', 'card', 'partner', 'hold')
      left join partner on partner.id = account.partner_id
      left join ledger_account debt
        on account.kind = 'partner' and debt.company_id = company.id and debt.kind = 'debt'
        and debt.partner_id = account.partner_id
      where company.id = any(${listIds(scopes)}::bigint[])
      group by company.id`,
  );
  return new Map(found.map((row) => [row.company_id, toBalances(row)]));
}

function toBalances(row: BalancesRow): Balances {
  return {
    usesEdo: row.uses_edo,
    credit: kopecks(row.credit_kopecks),
    unallocated: kopecks(row.unallocated),
    inTransit: kopecks(row.in_transit),
    cards: kopecks(row.cards),
    held: kopecks(row.held),
    partners: row.partners.map((partner) => ({
      ...partner,
      balance: kopecks(partner.balance),
      debt: kopecks(partner.debt),
    })),
  };
}
