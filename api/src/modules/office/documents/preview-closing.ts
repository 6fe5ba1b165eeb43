import type { z } from 'zod';
import type { previewClosing as previewClosingCall } from '#contract/closing.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { assertBegun } from './close-month.ts';
import { listPreviewed, type PreviewedCompany } from './closing-preview-store.ts';

type Previewed = z.input<NonNullable<typeof previewClosingCall.data>>[number];

/** What closing a month would make, company by company. Refuses on `date` a month that has not begun. */
export async function previewClosing(
  ctx: Context,
  asked: { month: string; page: number; perPage: number },
): Promise<{ data: Previewed[]; total: number }> {
  assertBegun(asked.month, ctx.clock.now());
  const { companies, total } = await listPreviewed(ctx.db.system, asked);
  return { data: companies.map(presentPreviewed), total };
}

function presentPreviewed(company: PreviewedCompany): Previewed {
  const { id, inn, title, made, networks, payments, cards } = company;
  const documents = made ?? documentsOf(company);
  return {
    company: { id, inn, title },
    state: made === null ? (documents > 0 ? 'to-make' : 'nothing') : 'made',
    networks: networks.map((one) => ({ id: one.id, title: one.title, sum: toRubles(one.kopecks) })),
    payments: toRubles(payments),
    cards,
    documents,
  };
}

/** Register and УПД of each network that has sold, an act of its cards, and one act of reconciliation. */
function documentsOf({ networks, paid, cardNetworks }: PreviewedCompany): number {
  return 2 * networks.length + cardNetworks + (networks.length > 0 || paid ? 1 : 0);
}
