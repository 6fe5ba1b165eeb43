import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import type { FileAnswer } from '../../../http/call.ts';
import { listPublishedAdvances } from '../advances/advances.ts';
import { unpackFigures, type FrozenMonth, type FrozenNetwork } from '../documents/closing/frozen-figures.ts';
import { listClosedUpds } from '../documents/closing/list-closed-upds.ts';
import { readUkd } from '../documents/corrections/standing-upd.ts';
import { listUkds } from '../documents/corrections/ukds.ts';
import { toUpdDocument } from '../documents/upd-document.ts';
import { enterpriseData, type ReceivedUpd } from './enterprise-data.ts';
import type { ReceivedUkd } from './received-correction.ts';

/** Both ends included, `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

/**
 * Returns the УПД, УКД and invoices for advances dated within these days, as 1C loads them, from the same figures as the
 * documents themselves (decision 61). Refuses with 404 if there are none.
 */
export async function downloadEnterpriseData(
  ctx: Context,
  scope: CompanyScope,
  { from, to }: Days,
): Promise<FileAnswer> {
  const months = { from: from.slice(0, 7), to: to.slice(0, 7) };
  const [listed, listedUkds, advances] = await ctx.db.inCompany(scope, async (tx) => [
    await listClosedUpds(tx, scope, months),
    await listUkds(tx, [scope.companyId], { from, to }),
    await listPublishedAdvances(tx, scope, { from, to }),
  ]);
  const read = new Map<string, FrozenMonth>();
  const upds: ReceivedUpd[] = [];
  for (const { documentId, partnerId, sha256 } of listed) {
    const { figures, network } = await readNetwork(ctx, { sha256, partnerId }, read);
    if (figures.dateIso >= from && figures.dateIso <= to) upds.push({ documentId, figures, network });
  }
  const ukds: ReceivedUkd[] = [];
  for (const listedUkd of listedUkds) {
    const { documentId, original } = listedUkd;
    const { figures, network } = await readNetwork(
      ctx,
      { sha256: original.figures, partnerId: original.partnerId },
      read,
    );
    const ukd = await readUkd(ctx, listedUkd, toUpdDocument(figures, network));
    ukds.push({ documentId, originalId: original.documentId, ukd });
  }
  if (upds.length + ukds.length + advances.length === 0)
    throw notFound('За эти дни нет УПД: они появляются, когда программа закрывает месяц');
  return {
    file: Buffer.from(enterpriseData({ upds, ukds, advances }, ctx.clock.now())),
    name: `Топливо для 1С ${from} — ${to}.xml`,
    mime: 'application/xml; charset=utf-8',
  };
}

/** Reads the figures of a network's УПД. The networks of a month share one file, which is read once. */
async function readNetwork(
  ctx: Context,
  { sha256, partnerId }: { sha256: string; partnerId: number },
  read: Map<string, FrozenMonth>,
): Promise<{ figures: FrozenMonth; network: FrozenNetwork }> {
  const figures = read.get(sha256) ?? unpackFigures(await ctx.files.read(sha256));
  read.set(sha256, figures);
  const network = figures.networks.find((frozenNetwork) => frozenNetwork.partnerId === partnerId);
  if (!network) throw new Error(`network ${partnerId} is not in the figures of ${figures.month}`);
  return { figures, network };
}
