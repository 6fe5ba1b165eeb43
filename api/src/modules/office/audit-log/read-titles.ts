import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { listTitles } from '../../companies/companies/companies.ts';
import { listPartners } from '../../programme/partners/partners.ts';
import type { LoggedEvent } from './audit-filter.ts';
import type { Titles } from './say-values.ts';
import { listNamedCompanies } from './format-changes.ts';

/** Reads the titles needed to show these events. Those of other companies are read for the programme's staff only. */
export async function readTitles(
  { db }: Context,
  scope: CompanyScope | null,
  events: readonly LoggedEvent[],
): Promise<Titles> {
  const partners = await listPartners(db.system);
  return {
    networks: new Map(partners.map(({ id, title }) => [id, title])),
    companies: scope === null ? await listTitles(db.system, listNamedCompanies(events)) : new Map(),
  };
}
