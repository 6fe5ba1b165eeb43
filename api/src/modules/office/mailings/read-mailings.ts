import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { listAddresses, type MailingAddress } from './address-store.ts';
import { makeReport, type ReportFile } from './make-report.ts';
import { findMailing, listMailings, type ListedMailing } from './mailing-store.ts';
import { findSending, listLastSendings, listSendings, type SendingRow } from './sending-store.ts';

export interface ShownMailing extends ListedMailing {
  addresses: MailingAddress[];
  last: SendingRow | null;
}

/** A company's mailings with their addresses and the last fate of each. */
export function readMailings(ctx: Context, scope: CompanyScope): Promise<ShownMailing[]> {
  return ctx.db.inCompany(scope, async (tx) => {
    const mailings = await listMailings(tx, scope.companyId);
    const ids = mailings.map(({ id }) => id);
    const addresses = await listAddresses(tx, ids);
    const last = await listLastSendings(tx, ids);
    return mailings.map((one) => ({
      ...one,
      addresses: addresses.filter(({ mailingId }) => mailingId === one.id),
      last: last.find(({ mailingId }) => mailingId === one.id) ?? null,
    }));
  });
}

export function readSendings(ctx: Context, scope: CompanyScope, mailingId: number): Promise<SendingRow[]> {
  return ctx.db.inCompany(scope, async (tx) => {
    if (!(await findMailing(tx, scope, mailingId))) throw notFound('Рассылка не найдена');
    return listSendings(tx, scope, mailingId);
  });
}

/** Made again of the same period: nothing but its fate is kept of a sending. */
export async function downloadSending(ctx: Context, scope: CompanyScope, id: number): Promise<ReportFile> {
  const [sending, mailing] = await ctx.db.inCompany(scope, async (tx) => {
    const found = await findSending(tx, scope, id);
    return [found, found && (await findMailing(tx, scope, found.mailingId))];
  });
  if (!sending || !mailing) throw notFound('Отправка не найдена');
  return makeReport(ctx, scope, mailing, sending);
}
