import { sql, type RawBuilder } from 'kysely';
import type { StaleContract } from '#contract/papers/contracts.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { conflict } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { SELECT_DOCUMENT_PARTY } from '../../companies/companies/companies.ts';
import { formatContractNumber } from './contracts.ts';

interface StaleRow {
  id: number;
  inn: string | null;
  title: string;
  number: number;
  datedOn: string;
  changed: StaleContract['changed'];
}

/** Selects the contracts in force that were printed with other requisites of a party than those of today. */
function selectStale(ctx: Context): RawBuilder<unknown> {
  const operator = JSON.stringify(ctx.programme.on(moscowDay(ctx.clock.now())).requisites);
  return sql`
    select company.id, company.inn, company.title, numbered.number, latest.dated_on::text as "datedOn",
      array_remove(array[
        case when latest.facts -> 'operator' <> ${operator}::jsonb then 'operator' end,
        case when latest.facts -> 'client' <> ${SELECT_DOCUMENT_PARTY} then 'client' end
      ], null) as changed
    from contract_number numbered
    join company on company.id = numbered.company_id and company.client_since is not null
      and company.terms_accepted_at is not null
    cross join lateral (
      select edition.dated_on, edition.facts from contract_edition edition
      where edition.company_id = numbered.company_id
      order by edition.edition desc, edition.agreement desc limit 1
    ) latest
    where latest.facts -> 'operator' <> ${operator}::jsonb or latest.facts -> 'client' <> ${SELECT_DOCUMENT_PARTY}`;
}

/** Returns one page of the contracts with earlier requisites by their numbers, and how many there are. */
export async function pageOfStaleContracts(
  ctx: Context,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ contracts: (Omit<StaleContract, 'date'> & { datedOn: string })[]; total: number }> {
  const db = ctx.db.system;
  const stale = selectStale(ctx);
  const { total } = await getOnlyRow(
    db,
    sql<{ total: number }>`select count(*) as total from (${stale}) stale`,
  );
  const found = await rows(
    db,
    sql<StaleRow>`${stale} order by numbered.number limit ${perPage} offset ${(page - 1) * perPage}`,
  );
  return {
    contracts: found.map(({ id, inn, title, number, datedOn, changed }) => ({
      company: { id, inn, title },
      number: formatContractNumber(number),
      datedOn,
      changed,
    })),
    total,
  };
}

/**
 * Starts an additional agreement to each contract with earlier requisites, or to those of the chosen clients, by a job for
 * each. Returns how many were started. A repeated call makes no second agreement. Refuses: 409 there is none.
 */
export async function amendStaleContracts(
  ctx: Context,
  { companyIds, userId }: { companyIds?: readonly number[] | undefined; userId: number },
): Promise<number> {
  return ctx.db.inSystem(async (tx) => {
    const found = await rows(
      tx,
      sql<{ id: number }>`
        select id from (${selectStale(ctx)}) stale
        where ${companyIds === undefined} or id = any(${[...(companyIds ?? [])]}::bigint[]) order by number`,
    );
    if (found.length === 0)
      throw conflict(
        companyIds
          ? 'У выбранных клиентов в договорах сегодняшние реквизиты'
          : 'Во всех договорах сегодняшние реквизиты',
      );
    for (const { id: companyId } of found)
      await enqueueJob(
        tx,
        'amend-contract',
        { companyId, userId },
        { key: `contract-agreement:${companyId}` },
      );
    recordChange(tx, {
      targets: found.map(({ id }) => ({ kind: 'company' as const, id })),
      after: { contracts: found.length },
    });
    return found.length;
  });
}
