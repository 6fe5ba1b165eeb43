import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import type { FileAnswer } from '../../../http/call.ts';
import { listPublishedAdvances } from '../advance-invoices/advances.ts';
import { unpackFigures, type FrozenMonth } from '../documents/closing/frozen-figures.ts';
import { listClosedUpds } from '../documents/closing/list-closed-upds.ts';
import { enterpriseData, type ReceivedUpd } from './enterprise-data.ts';

/** Both ends included, `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

/**
 * Returns the УПД and the invoices for advances dated within these days, as 1C loads them, from the same figures as the
 * documents themselves (decision 61). Refuses with 404 if there are none.
 */
export async function downloadEnterpriseData(
  ctx: Context,
  scope: CompanyScope,
  { from, to }: Days,
): Promise<FileAnswer> {
  const months = { from: from.slice(0, 7), to: to.slice(0, 7) };
  const [listed, advances] = await ctx.db.inCompany(scope, async (tx) => [
    await listClosedUpds(tx, scope, months),
    await listPublishedAdvances(tx, scope, { from, to }),
  ]);
  const read = new Map<string, FrozenMonth>();
  const upds: ReceivedUpd[] = [];
  for (const { documentId, partnerId, sha256 } of listed) {
    // The networks of a month share one file of figures.
    const figures = read.get(sha256) ?? unpackFigures(await ctx.files.read(sha256));
    read.set(sha256, figures);
    const network = figures.networks.find((frozenNetwork) => frozenNetwork.partnerId === partnerId);
    if (!network) throw new Error(`document ${documentId} has no network in its figures`);
    if (figures.dateIso >= from && figures.dateIso <= to) upds.push({ documentId, figures, network });
  }
  if (upds.length === 0 && advances.length === 0)
    throw notFound('За эти дни нет УПД: они появляются, когда программа закрывает месяц');
  return {
    file: Buffer.from(enterpriseData({ upds, advances }, ctx.clock.now())),
    name: `Топливо для 1С ${from} — ${to}.xml`,
    mime: 'application/xml; charset=utf-8',
  };
}
