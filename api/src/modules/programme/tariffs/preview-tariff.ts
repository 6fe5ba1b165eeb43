import { kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { previewByClient, type ClientPreview, type PreviewSums } from './preview-store.ts';
import { isClient } from './tariff-store.ts';
import type { NewTariff } from './tariff.ts';

export interface TariffPreview {
  from: string;
  to: string;
  /** Those with the largest difference. */
  clients: ClientPreview[];
  more: number;
  totals: PreviewSums;
}

const SHOWN = 50;

/** What the purchases of the last whole Moscow month would have cost under a tariff; 404 for a client that is none. */
export async function previewTariff(ctx: Context, tariff: Omit<NewTariff, 'note'>): Promise<TariffPreview> {
  const db = ctx.db.system;
  if (tariff.companyId !== null && !(await isClient(db, tariff.companyId)))
    throw notFound('Клиент не найден');
  const { from, to } = lastMonth(moscowDay(ctx.clock.now()));
  const found = await previewByClient(db, tariff, { from, to });
  const total = (of: keyof PreviewSums): number => found.reduce((sum, one) => sum + one[of], 0);
  return {
    from,
    to,
    clients: found.slice(0, SHOWN),
    more: Math.max(0, found.length - SHOWN),
    totals: {
      sales: total('sales'),
      sum: kopecks(total('sum')),
      discount: kopecks(total('discount')),
      surcharge: kopecks(total('surcharge')),
      fee: kopecks(total('fee')),
      chargedNow: kopecks(total('chargedNow')),
    },
  };
}

function lastMonth(today: string): { from: string; to: string } {
  const to = new Date(Date.parse(`${today.slice(0, 7)}-01`) - 86_400_000).toISOString().slice(0, 10);
  return { from: `${to.slice(0, 7)}-01`, to };
}
