import { sql } from 'kysely';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { formatContractNumber } from './contracts.ts';

/** A contract whose latest edition has requisites of the operator that are out of date. Days are `YYYY-MM-DD`. */
export interface StaleContract {
  company: { id: number; inn: string; title: string };
  number: string;
  edition: number;
  datedOn: string;
}

/** Latest editions, of clients that still have the agreement accepted, with other requisites of the operator. */
const STALE = sql`
  from contract_number numbered
  join company on company.id = numbered.company_id and company.client_since is not null
    and company.terms_accepted_at is not null
  cross join lateral (
    select edition.edition, edition.dated_on, edition.facts -> 'operator' as operator
    from contract_edition edition where edition.company_id = numbered.company_id
    order by edition.edition desc limit 1
  ) latest`;

/** Requisites of today as an edition stores them. */
function todaysOperator(ctx: Context): string {
  return JSON.stringify(ctx.programme.on(moscowDay(ctx.clock.now())).requisites);
}

/** Returns one page of the stale contracts by their numbers, and how many there are. */
export async function pageOfStaleContracts(
  ctx: Context,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ contracts: StaleContract[]; total: number }> {
  const db = ctx.db.system;
  const operator = todaysOperator(ctx);
  const { total } = await getOnlyRow(
    db,
    sql<{ total: number }>`select count(*) as total ${STALE} where latest.operator <> ${operator}::jsonb`,
  );
  const found = await rows(
    db,
    sql<StaleContract['company'] & { number: number; edition: number; datedOn: string }>`
      select company.id, company.inn, company.title, numbered.number, latest.edition,
        latest.dated_on::text as "datedOn"
      ${STALE} where latest.operator <> ${operator}::jsonb
      order by numbered.number limit ${perPage} offset ${(page - 1) * perPage}`,
  );
  return {
    contracts: found.map(({ id, inn, title, number, ...edition }) => ({
      company: { id, inn, title },
      number: formatContractNumber(number),
      ...edition,
    })),
    total,
  };
}

/**
 * Starts a new edition of every stale contract, each by a job of its own. Returns how many were started. A repeated call
 * makes no second edition. Refuses with 409 where none is stale.
 */
export async function renewStaleContracts(ctx: Context): Promise<number> {
  const operator = todaysOperator(ctx);
  return ctx.db.inSystem(async (tx) => {
    const ids = await listStaleIds(tx, operator);
    if (ids.length === 0) throw conflict('Во всех договорах стоят сегодняшние реквизиты');
    for (const companyId of ids)
      await enqueueJob(tx, 'make-contract', { companyId }, { key: `contract:${companyId}` });
    recordChange(tx, { after: { contracts: ids.length } });
    return ids.length;
  });
}

async function listStaleIds(db: Db, operator: string): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select company.id ${STALE} where latest.operator <> ${operator}::jsonb order by numbered.number`,
  );
  return found.map(({ id }) => id);
}
