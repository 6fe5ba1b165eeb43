import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { listTitles } from '../../companies/companies/companies.ts';
import { listPartners } from '../../programme/partners/partners.ts';
import type { LoggedEvent } from './audit-filter.ts';
import type { Titles } from './format-values.ts';
import { listNamedCompanies, listReferences } from './format-changes.ts';
import { readAsReader } from './list-events.ts';
import { readSubjectTitles, readTariffTitles } from './subject-titles.ts';

/**
 * Reads the titles needed to show these events. A company's reader gets those of its own things alone, by the isolation
 * of the database, and its tariffs; titles of companies are read for the programme's staff only.
 */
export async function readTitles(
  ctx: Context,
  scope: CompanyScope | null,
  events: readonly LoggedEvent[],
): Promise<Titles> {
  const { db, programme } = ctx;
  const partners = await listPartners(db.system);
  const subjects = events.flatMap((event) => [...event.targets, ...listReferences(event)]);
  const { invoicePrefix } = programme.today();
  const tariffs =
    scope === null ? [] : await readTariffTitles(db.system, { subjects, companyId: scope.companyId });
  const own = await readAsReader(ctx, scope, (reader) =>
    readSubjectTitles(reader, { subjects, isStaff: scope === null, invoicePrefix }),
  );
  return {
    networks: new Map(partners.map(({ id, title }) => [id, title])),
    companies: scope === null ? await listTitles(db.system, listNamedCompanies(events)) : new Map(),
    subjects: new Map([...own, ...tariffs]),
  };
}
