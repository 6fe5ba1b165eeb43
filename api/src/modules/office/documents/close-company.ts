import { kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { findCompany } from '../../companies/companies/find-company.ts';
import { queueForEdm } from '../edm/queue-for-edm.ts';
import { listPartners } from '../../programme/partners/list-partners.ts';
import { writeCompanyLetter } from '../../people/letters/write-company-letter.ts';
import { insertActLines, lockActs, someStandInActs } from './card-act-store.ts';
import { SaleDiffers } from './closing-problem.ts';
import { layOutPapers } from './lay-out-papers.ts';
import { lastDayOfObjections } from './objection-term.ts';
import { endOfMonth, paperDay, signedSum, unequalSales } from './month-closing.ts';
import {
  countMovements,
  insertPaper,
  listWaitingBefore,
  lockClosing,
  markClosed,
  type ClosingPaper,
} from './month-closing-store.ts';
import { readFigures } from './month-figures-store.ts';

/**
 * Makes one company's papers of a month in three steps, each safe to repeat: its movements are fixed; the papers are
 * made and stored by their content; they are published in one transaction, with the letters that tell of them. Earlier months that were asked for and wait
 * are counted first, so that they keep their papers. A month before one that is counted already gets none: its
 * movements go into a later set. Throws when the ledger and the operations differ.
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
  for (let published = false; !published;) {
    const objectUntil = lastDayOfObjections(ctx.config.operator, ctx.clock.now());
    const papers = await makePapers(ctx, companyId, month, { until, objectUntil });
    published = await publishPapers(ctx, { companyId, month }, { papers, objectUntil });
  }
}

/**
 * False if the documents must be made again: midnight passed meanwhile, so that their printed term is a day short, or an
 * order's act has taken cards that stand in them.
 */
async function publishPapers(
  ctx: Context,
  { companyId, month }: { companyId: number; month: string },
  { papers, objectUntil }: { papers: readonly ClosingPaper[]; objectUntil: string },
): Promise<boolean> {
  return ctx.db.inSystem(async (tx) => {
    const { state } = await lockClosing(tx, companyId, month);
    if (state === 'done') return true;
    // The papers are new, so a code that was sent while they were made signs none of them.
    const publishedAt = ctx.clock.now();
    if (lastDayOfObjections(ctx.config.operator, publishedAt) !== objectUntil) return false;
    await lockActs(tx, companyId);
    if (
      await someStandInActs(
        tx,
        papers.flatMap(({ cardIds }) => cardIds),
      )
    )
      return false;
    for (const paper of papers) {
      const documentId = await insertPaper(tx, paper, publishedAt);
      if (documentId !== null) await insertActLines(tx, { companyId, documentId, cardIds: paper.cardIds });
      if (documentId !== null) await queueForEdm(tx, { companyId, documentId, now: publishedAt });
    }
    if (papers.length > 0) {
      const facts = { month };
      const about = `company:${companyId}:${month}`;
      await writeCompanyLetter(tx, { kind: 'month-documents', companyId, facts, about, now: publishedAt });
    }
    await markClosed(tx, { companyId, month, now: publishedAt });
    return true;
  });
}

async function makePapers(
  ctx: Context,
  companyId: number,
  month: string,
  { until, objectUntil }: { until: Date; objectUntil: string },
): Promise<ClosingPaper[]> {
  const figures = await readFigures(ctx.db.system, companyId, month);
  const [unequal] = unequalSales(figures.sales);
  if (unequal) throw new SaleDiffers({ ...unequal, sum: kopecks(Math.abs(signedSum(unequal))) });
  const company = await findCompany(ctx.db.system, companyId);
  if (!company) throw new Error(`no company ${companyId}`);
  const dateIso = paperDay(until);
  const drafts = await layOutPapers(figures, {
    operator: ctx.config.operator,
    company,
    partners: await listPartners(ctx.db.system),
    dateIso,
    objectUntil,
  });
  const papers: ClosingPaper[] = [];
  for (const { partnerId, kind, title, bytes, total } of drafts) {
    const sha256 = await ctx.files.put(bytes);
    const file = { sha256, name: `${title}.pdf`, sizeBytes: bytes.length };
    const cardIds =
      kind === 'cards'
        ? figures.cards.filter((card) => card.partnerId === partnerId).map(({ id }) => id)
        : [];
    papers.push({ companyId, partnerId, month, kind, title, total, file, dateIso, objectUntil, cardIds });
  }
  return papers;
}
