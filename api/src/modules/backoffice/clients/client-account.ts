import { sql } from 'kysely';
import { MAX_STATEMENT_MOVEMENTS } from '#contract/money/statement.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope, type CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, rows } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { findCurrentTerms } from '../../companies/terms/terms.ts';
import { listServiceCharges, type ServiceChargeRecord } from '../../money/fees/service-charges.ts';
import { findInvoicePage, type Invoice } from '../../money/invoices/invoices.ts';
import { readStatement } from '../../money/transfers/statement/read-statement.ts';
import type { Statement } from '../../money/transfers/statement/statement.ts';
import { listTariffRecords, type TariffRecord } from '../../programme/tariffs/tariffs.ts';
import type { Part, PageSlice } from './client-file.ts';

/** Returns the scope of a client, for the calls of staff that read what the client reads himself. 404 no client. */
async function requireClient(ctx: Context, companyId: number): Promise<CompanyScope> {
  const row = await firstRow(
    ctx.db.system,
    sql<{ id: number }>`select id from company where id = ${companyId} and client_since is not null`,
  );
  if (!row) throw notFound('Клиент не найден');
  return mintCompanyScope(companyId);
}

/** Lists a client's invoices, newest first. */
export async function listClientInvoices(
  ctx: Context,
  { companyId, limit, offset }: PageSlice,
): Promise<Part<Invoice>> {
  const scope = await requireClient(ctx, companyId);
  const found = await findInvoicePage(ctx.db.system, scope, {
    limit,
    offset,
    today: moscowDay(ctx.clock.now()),
    waiting: false,
  });
  return { rows: found.invoices, total: found.total };
}

/** Returns the statement of all the client's money, as he reads it himself. */
export async function readClientStatement(
  ctx: Context,
  companyId: number,
  period: { from: string; to: string },
): Promise<Statement> {
  const scope = await requireClient(ctx, companyId);
  const place = { kind: 'company' } as const;
  return readStatement(ctx, scope, { place, period, internal: false, max: MAX_STATEMENT_MOVEMENTS });
}

/** Lists the tariffs of a client and those of all clients, which apply where he has none of his own. */
export async function listClientTariffs(ctx: Context, companyId: number): Promise<TariffRecord[]> {
  await requireClient(ctx, companyId);
  const tariffs = await listTariffRecords(ctx.db.system);
  return tariffs.filter((tariff) => tariff.companyId === null || tariff.companyId === companyId);
}

/** Lists what the programme has charged a client besides fuel, newest first. */
export async function listClientCharges(ctx: Context, slice: PageSlice): Promise<Part<ServiceChargeRecord>> {
  await requireClient(ctx, slice.companyId);
  return listServiceCharges(ctx.db.system, slice);
}

export interface ClientAgreement {
  current: number | null;
  acceptances: { version: number; acceptedAt: Date; by: string }[];
}

/** Returns the agreement's version in force and the versions that the client has accepted, newest first. */
export async function readClientAgreement(ctx: Context, companyId: number): Promise<ClientAgreement> {
  await requireClient(ctx, companyId);
  const current = await findCurrentTerms(ctx.db.system, ctx.clock.now());
  const acceptances = await rows(
    ctx.db.system,
    sql<ClientAgreement['acceptances'][number]>`
      select acceptance.version, acceptance.accepted_at as "acceptedAt",
        coalesce(nullif(concat_ws(' ', person.firstname, person.lastname), ''), 'Без имени') as by
      from terms_acceptance acceptance join app_user person on person.id = acceptance.user_id
      where acceptance.company_id = ${companyId} order by acceptance.id desc`,
  );
  return { current: current?.version ?? null, acceptances };
}
