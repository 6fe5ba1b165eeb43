import type { Context } from '../../../context.ts';
import { type CompanyRecord, findCompany } from '../../companies/companies/companies.ts';
import { queueForEdm } from '../edm/queue-for-edm.ts';
import { listPartners, type PartnerRecord } from '../../programme/partners/partners.ts';
import { notify } from '../../people/notices/notify.ts';
import { insertActLines, lockActs, someStandInActs } from './card-act-store.ts';
import { planDocuments } from './closing-documents.ts';
import { freezeFigures } from './freeze-figures.ts';
import { lastDayOfObjections } from './objections.ts';
import { endOfMonth, getDocumentDate } from './month-closing.ts';
import { countMovements, listWaitingBefore, lockClosing, markClosed } from './month-closing-store.ts';
import { insertClosingDocuments, type ClosingDocuments } from './closing-document-store.ts';

interface Closed {
  company: CompanyRecord;
  partners: readonly PartnerRecord[];
  month: string;
}

/**
 * Closes one company's month in three steps, each safe to repeat. Its movements are fixed; the figures of its documents
 * are stored by their content; the documents are published in one transaction, with the emails about them, and made of
 * those figures on the first download. Earlier requested months that still wait are counted first, so that they get
 * their documents. A month before a counted one gets none: its movements go into a later set. Throws if the ledger and
 * the operations differ.
 */
export async function closeCompany(ctx: Context, companyId: number, month: string): Promise<void> {
  const now = ctx.clock.now();
  const closing = await ctx.db.inSystem(async (tx) => {
    const found = await lockClosing(tx, companyId, month);
    if (found.state !== 'open') return found;
    if (found.overtaken) {
      await markClosed(tx, { companyId, month, now });
      return { ...found, state: 'done' };
    }
    for (const missed of await listWaitingBefore(tx, companyId, month))
      await countMovements(tx, { companyId, month: missed, until: endOfMonth(missed) });
    const end = endOfMonth(month);
    const until = end < now ? end : now;
    await countMovements(tx, { companyId, month, until });
    return { ...found, until };
  });
  if (closing.state === 'done' || !closing.until) return;
  const { until } = closing;
  const company = await findCompany(ctx.db.system, companyId);
  if (!company) throw new Error(`no company ${companyId}`);
  const closed = { company, partners: await listPartners(ctx.db.system), month };
  for (let published = false; !published;) {
    const objectUntil = lastDayOfObjections(ctx.config.operator, ctx.clock.now());
    published = await publishDocuments(ctx, await freeze(ctx, closed, { until, objectUntil }));
  }
}

/**
 * False if the figures must be stored again: midnight passed meanwhile, so that their printed term is a day short, or an
 * order's act has taken cards that stand in them.
 */
async function publishDocuments(ctx: Context, closing: ClosingDocuments): Promise<boolean> {
  const { companyId, month, objectUntil, plans } = closing;
  return ctx.db.inSystem(async (tx) => {
    const { state } = await lockClosing(tx, companyId, month);
    if (state === 'done') return true;
    // The documents are new, so a code that was sent while they were made signs none of them.
    const publishedAt = ctx.clock.now();
    if (lastDayOfObjections(ctx.config.operator, publishedAt) !== objectUntil) return false;
    await lockActs(tx, companyId);
    if (
      await someStandInActs(
        tx,
        plans.flatMap(({ cardIds }) => cardIds),
      )
    )
      return false;
    const documents = await insertClosingDocuments(tx, closing, publishedAt);
    for (const { id: documentId, cardIds } of documents) {
      if (cardIds.length > 0) await insertActLines(tx, { companyId, documentId, cardIds });
      await queueForEdm(tx, { companyId, documentId, now: publishedAt });
    }
    if (plans.length > 0) {
      const facts = { month };
      const about = `company:${companyId}:${month}`;
      await notify(tx, { kind: 'month-closed', companyId, facts, about, now: publishedAt });
    }
    await markClosed(tx, { companyId, month, now: publishedAt });
    return true;
  });
}

async function freeze(
  ctx: Context,
  { company, partners, month }: Closed,
  { until, objectUntil }: { until: Date; objectUntil: string },
): Promise<ClosingDocuments> {
  const about = { company, partners, month, dateIso: getDocumentDate(until), objectUntil };
  const { figures, sha256, sizeBytes } = await freezeFigures(ctx, about);
  const plans = planDocuments(figures, partners.find(({ active }) => active)?.id);
  return { ...about, companyId: company.id, plans, figures: { sha256, sizeBytes } };
}
