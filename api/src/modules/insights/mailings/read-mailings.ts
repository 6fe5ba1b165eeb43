import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { listAddresses, type MailingAddress } from './address-store.ts';
import { makeReport, type ReportFile } from './make-report.ts';
import { findMailing, listMailings, type ListedMailing } from './mailings.ts';
import { findDelivery, listLastDeliveries, listDeliveries, type DeliveryRow } from './deliveries.ts';

export interface ShownMailing extends ListedMailing {
  addresses: MailingAddress[];
  last: DeliveryRow | null;
}

/** Returns a company's mailings with their addresses and the last outcome of each. */
export function readMailings(ctx: Context, scope: CompanyScope): Promise<ShownMailing[]> {
  return ctx.db.inCompany(scope, async (tx) => {
    const mailings = await listMailings(tx, scope.companyId);
    const ids = mailings.map(({ id }) => id);
    const addresses = await listAddresses(tx, ids);
    const last = await listLastDeliveries(tx, ids);
    return mailings.map((mailing) => ({
      ...mailing,
      addresses: addresses.filter(({ mailingId }) => mailingId === mailing.id),
      last: last.find(({ mailingId }) => mailingId === mailing.id) ?? null,
    }));
  });
}

export function readDeliveries(ctx: Context, scope: CompanyScope, mailingId: number): Promise<DeliveryRow[]> {
  return ctx.db.inCompany(scope, async (tx) => {
    if (!(await findMailing(tx, scope, mailingId))) throw notFound('Рассылка не найдена');
    return listDeliveries(tx, scope, mailingId);
  });
}

/** Makes the report of the same period again. Only the outcome of a delivery is stored. */
export async function downloadDelivery(ctx: Context, scope: CompanyScope, id: number): Promise<ReportFile> {
  const [delivery, mailing] = await ctx.db.inCompany(scope, async (tx) => {
    const found = await findDelivery(tx, scope, id);
    return [found, found && (await findMailing(tx, scope, found.mailingId))];
  });
  if (!delivery || !mailing) throw notFound('Отправка не найдена');
  return makeReport(ctx, scope, mailing, delivery);
}
