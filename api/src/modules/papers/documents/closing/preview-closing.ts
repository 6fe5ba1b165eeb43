import type { z } from 'zod';
import type { previewClosing as previewClosingCall } from '#contract/papers/closing.ts';
import { kopecks, toRubles, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../../context.ts';
import { listPreviewed, type PreviewedCompany } from './closing-preview-store.ts';
import { assertStarted } from './month-closing.ts';

type Previewed = z.input<NonNullable<typeof previewClosingCall.data>>[number];

/** Returns what closing a month would make, company by company. Refuses on `date` a month that has not started. */
export async function previewClosing(
  ctx: Context,
  args: { month: string; page: number; perPage: number },
): Promise<{ data: Previewed[]; total: number }> {
  assertStarted(args.month, ctx.clock.now());
  const { companies, total } = await listPreviewed(ctx.db.system, args);
  return { data: companies.map(presentPreviewed), total };
}

/** Companies read at once: the query counts what each has moved. */
const BATCH_SIZE = 500;

/**
 * Returns the totals that closing a month would make, for companies whose month is not closed yet. Sales are in
 * kopecks.
 */
export async function summarizePreview(
  ctx: Context,
  month: string,
): Promise<{ clients: number; documents: number; sales: Kopecks }> {
  let [clients, documents, sales] = [0, 0, 0];
  for (let page = 1, total = Infinity; (page - 1) * BATCH_SIZE < total; page += 1) {
    const read = await listPreviewed(ctx.db.system, { month, page, perPage: BATCH_SIZE });
    total = read.total;
    for (const company of read.companies) {
      const own = company.made === null ? countDocuments(company) : 0;
      if (own === 0) continue;
      clients += 1;
      documents += own;
      for (const network of company.networks) sales += network.kopecks;
    }
  }
  return { clients, documents, sales: kopecks(sales) };
}

function presentPreviewed(company: PreviewedCompany): Previewed {
  const { id, inn, title, made, networks, payments, cards } = company;
  const documents = made ?? countDocuments(company);
  return {
    company: { id, inn, title },
    state: made === null ? (documents > 0 ? 'to-make' : 'nothing') : 'made',
    networks: networks.map((network) => ({
      id: network.id,
      title: network.title,
      sum: toRubles(network.kopecks),
    })),
    payments: toRubles(payments),
    cards,
    documents,
  };
}

/** Register of each network that has sold, УПД of those with services too, an act of its cards, and one act of reconciliation. */
function countDocuments({ networks, paid, cardNetworks }: PreviewedCompany): number {
  const registers = networks.filter(({ sold }) => sold).length;
  return registers + networks.length + cardNetworks + (networks.length > 0 || paid ? 1 : 0);
}
