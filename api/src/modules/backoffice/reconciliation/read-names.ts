import type { Context } from '../../../context.ts';
import { listTitles } from '../../companies/companies/companies.ts';
import { listPartners } from '../../programme/partners/partners.ts';
import type { Reconciliation } from './reconciliation-store.ts';

/** Titles by id, because readers do not know our ids. */
export interface ReportNames {
  /** Connected networks: those that a report does not name were silent. */
  networks: ReadonlyMap<number, string>;
  companies: ReadonlyMap<number, string>;
}

/** Returns all names that these reports mention. */
export async function readNames(
  ctx: Context,
  reports: readonly Pick<Reconciliation, 'found'>[],
): Promise<ReportNames> {
  const { system } = ctx.db;
  const ids = reports.flatMap(({ found }) => found.map((item) => (item.details as Details).companyId));
  const partners = await listPartners(system);
  return {
    networks: new Map(
      partners.filter(({ id }) => ctx.networkIds().includes(id)).map(({ id, title }) => [id, title]),
    ),
    companies: await listTitles(
      system,
      [...new Set(ids)].filter((id) => id !== undefined),
    ),
  };
}

type Details = { companyId?: number };
