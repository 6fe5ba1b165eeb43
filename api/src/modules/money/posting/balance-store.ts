import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { readColumns } from '../../../db/columns.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';
import type { Threshold } from '../balance-alert/balance-threshold.ts';
import type { AccountKind } from '../ledger/account.ts';
import type { KnownAccount, KnownAccounts } from '../ledger/known-accounts.ts';

/** The kinds of account that come with a company and make up its balances; its cards are listed as one sum. */
export const LISTED: ReadonlySet<AccountKind> = new Set(['unallocated', 'in-transit', 'partner', 'debt']);

/** Parts of a company's balances. */
export interface ListedBalances {
  /** The company's accounts except those of cards, and the balance of each. */
  accounts: readonly KnownAccount[];
  balances: readonly Kopecks[];
  floors: readonly (number | null)[];
  /** All its cards together. */
  cards: Kopecks;
}

export interface ListedCompany {
  usesEdo: boolean;
  /** The programme has stopped its money. */
  isBlocked: boolean;
  credit: Kopecks;
  threshold: Threshold | null;
}

/**
 * Lists the balances of several companies as of one moment (as `findBalances`). The accounts are identified once,
 * because that does not change. `seen` lists the companies whose rows are visible to the transaction (`lockFreeMoney`);
 * the others are left out.
 */
export async function listBalances(
  tx: Db,
  known: KnownAccounts,
  companyIds: readonly number[],
  seen: Promise<ReadonlySet<number>> = Promise.resolve(new Set(companyIds)),
): Promise<Map<number, ListedBalances>> {
  if (companyIds.some((id) => !known.getShown(id))) await loadShownAccounts(tx, known, companyIds);
  // Sorted in the order of the index that finds them, so that the database need not sort.
  const requested = companyIds.flatMap((id) => known.getShown(id) ?? []).sort((a, b) => a.id - b.id);
  const read = await getOnlyRow(
    tx,
    sql<{ balances: number[]; floors: (number | null)[]; companies: number[]; cards: number[] }>`
      select shown.balances, shown.floors, carded.companies, carded.cards
      from (
        select coalesce(json_agg(balance_kopecks), '[]') as balances, coalesce(json_agg(floor_kopecks), '[]') as floors
        from (
          select balance_kopecks, floor_kopecks from ledger_account
          where id = any(${encodeBigints(requested.map(({ id }) => id))}::bigint[]) order by id
        ) account
      ) shown, (
        select coalesce(json_agg(company_id), '[]') as companies, coalesce(json_agg(total), '[]') as cards
        from (
          select company_id, sum(balance_kopecks)::bigint as total from ledger_account
          where company_id = any(${encodeBigints(companyIds)}::bigint[]) and kind in ('card', 'hold') group by company_id
        ) of_company
      ) carded`,
  );
  const shown = await seen;
  const accounts = requested.filter((knownAccount) => shown.has(knownAccount.companyId));
  const cards = new Map(read.companies.map((id, index) => [id, read.cards[index]]));
  if (accounts.length !== read.balances.length)
    throw new Error('a known account of these companies was not found');
  const listed = new Map(
    [...shown].map((id) => {
      const sums: { balances: Kopecks[]; floors: (number | null)[] } = { balances: [], floors: [] };
      return [id, { accounts: known.getShown(id) ?? [], ...sums, cards: kopecks(cards.get(id) ?? 0) }];
    }),
  );
  for (const [index, { companyId }] of accounts.entries()) {
    const own = listed.get(companyId);
    own?.balances.push(kopecks(read.balances[index] as number));
    own?.floors.push(read.floors[index] ?? null);
  }
  return listed;
}

async function loadShownAccounts(tx: Db, known: KnownAccounts, companyIds: readonly number[]): Promise<void> {
  const { rows: accounts } = await sql<KnownAccount>`
    select id, company_id as "companyId", kind, partner_id as "partnerId" from ledger_account
    where company_id = any(${encodeBigints(companyIds)}::bigint[]) and kind = any(${[...LISTED]}::text[])
    order by id`.execute(tx);
  for (const [id, own] of Map.groupBy(accounts, (knownAccount) => knownAccount.companyId))
    known.learnShown(id, own);
}

interface CompanyRow {
  id: number;
  credit_kopecks: number;
  uses_edo: boolean;
  is_blocked: boolean;
  threshold_kopecks: number | null;
  threshold_crossed: boolean;
}

export async function listCompanies(
  tx: Db,
  companyIds: readonly number[],
): Promise<Map<number, ListedCompany>> {
  const read = await readColumns<CompanyRow>(
    tx,
    ['id', 'credit_kopecks', 'uses_edo', 'is_blocked', 'threshold_kopecks', 'threshold_crossed'],
    sql`
      select id, credit_kopecks, edm_state = 'accepted' as uses_edo, blocked_at is not null as is_blocked,
        threshold_kopecks, threshold_crossed
      from company
      where id = any(${encodeBigints(companyIds)}::bigint[])`,
  );
  return new Map(
    read.id.map((companyId, index) => {
      const limit = read.threshold_kopecks[index] as number | null;
      const crossed = read.threshold_crossed[index] as boolean;
      return [
        companyId,
        {
          usesEdo: read.uses_edo[index] as boolean,
          isBlocked: read.is_blocked[index] as boolean,
          credit: kopecks(read.credit_kopecks[index] as number),
          threshold: limit === null ? null : { companyId, limit: kopecks(limit), crossed },
        },
      ];
    }),
  );
}
