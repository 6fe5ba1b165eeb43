import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Context } from '../../../../context.ts';
import { closingProblem } from './closing-problem.ts';
import { claimNext, recordProblem } from './closing-progress.ts';
import { type CompanyRecord, findCompany } from '../../../companies/companies/companies.ts';
import { chargeMonthOfClient } from '../../../money/fees/charge-month.ts';
import { closeDaysOfMonth } from '../../advances/close-five-days.ts';
import { queueForEdm } from '../../edm/queue-for-edm.ts';
import { listPartners, type PartnerRecord } from '../../../programme/partners/partners.ts';
import { notify } from '../../../messaging/notices/notify.ts';
import { insertActLines, lockActs, hasActLines } from './card-act-store.ts';
import { planDocuments } from './closing-documents.ts';
import { lastDayOfObjections } from '../objections/objections.ts';
import { endOfMonth, getDocumentDate } from './month-closing.ts';
import { countMovements, listWaitingBefore, lockClosing, markClosed } from './month-closing-store.ts';
import { insertClosingDocuments, type ClosingDocuments } from './closing-document-store.ts';
import { freezeFigures } from './freeze-figures.ts';
import { areReturnsCurrent, publishReturns } from '../returns/publish-returns.ts';

/** Number of parallel lanes. While the documents of one company are laid out, the figures of the next are read. */
const LANES = availableParallelism();

/**
 * Closes the month for one company after another in a few lanes, continuing where it stopped, for at most `timeoutMs`.
 * Other processes may work on the same month: each company is claimed by one. A company whose documents cannot be made
 * does not delay the rest: its problem is stored, and the next call tries again.
 */
export async function closeCompanies(ctx: Context, month: string, timeoutMs = Infinity): Promise<void> {
  const began = performance.now();
  let failed: unknown = null;
  let after = 0;
  async function lane(): Promise<void> {
    while (performance.now() - began < timeoutMs) {
      const next = await claimNext(ctx.db.system, { month, after, now: ctx.clock.now() });
      if (!next) return;
      const { companyId } = next;
      after = Math.max(after, companyId);
      try {
        await closeCompany(ctx, companyId, month);
      } catch (error) {
        failed = error;
        const now = ctx.clock.now();
        ctx.log.error({ err: error, companyId, month }, 'the month of a company can’t be closed');
        const problem = closingProblem(error, now);
        await recordProblem(ctx.db.system, { companyId, month, problem, now });
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  // The queue tries the rest again later; a person sees the number of documents.
  if (failed && timeoutMs === Infinity) throw failed;
}

export interface Closed {
  company: CompanyRecord;
  partners: readonly PartnerRecord[];
  month: string;
}

/**
 * Closes one company's month in steps, each safe to repeat. Its five days are closed and its movements fixed; the figures of its documents
 * are stored by their content; the documents are published in one transaction, with the emails about them, and made of
 * those figures on the first download. Earlier requested months that still wait are closed first, so that they get
 * their documents. A month before a counted one gets none: its movements go into a later set. Throws if the ledger and
 * the operations differ.
 */
async function closeCompany(ctx: Context, companyId: number, month: string): Promise<void> {
  await chargeMonthOfClient(ctx, companyId, month);
  await closeDaysOfMonth(ctx, companyId, month);
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
    const objectUntil = lastDayOfObjections(ctx.programme.today(), ctx.clock.now());
    published = await publishDocuments(ctx, await freezeMonth(ctx, closed, { until, objectUntil }));
  }
}

/**
 * False if the figures must be stored again: midnight passed meanwhile, so that their printed term is a day short, or an
 * order's act has taken cards that stand in them, or a УПД that a return corrects has changed.
 */
async function publishDocuments(ctx: Context, closing: ClosingDocuments): Promise<boolean> {
  const { companyId, month, objectUntil, plans, returns } = closing;
  return ctx.db.inSystem(async (tx) => {
    const { state } = await lockClosing(tx, companyId, month);
    if (state === 'done') return true;
    // The documents are new, so a code that was sent while they were made signs none of them.
    const publishedAt = ctx.clock.now();
    if (lastDayOfObjections(ctx.programme.today(), publishedAt) !== objectUntil) return false;
    await lockActs(tx, companyId);
    if (
      await hasActLines(
        tx,
        plans.flatMap(({ cardIds }) => cardIds),
      )
    )
      return false;
    if (!(await areReturnsCurrent(tx, returns))) return false;
    const documents = await insertClosingDocuments(tx, closing, publishedAt);
    for (const { id: documentId, cardIds } of documents) {
      if (cardIds.length > 0) await insertActLines(tx, { companyId, documentId, cardIds });
      await queueForEdm(tx, { companyId, documentId, now: publishedAt });
    }
    await publishReturns(tx, { ...closing, now: publishedAt }, returns);
    if (plans.length > 0) {
      const facts = { month };
      const about = `company:${companyId}:${month}`;
      await notify(tx, { kind: 'month-closed', companyId, facts, about, now: publishedAt });
    }
    await markClosed(tx, { companyId, month, now: publishedAt });
    return true;
  });
}

/** Stores the figures of a counted month and plans its documents. */
export async function freezeMonth(
  ctx: Context,
  { company, partners, month }: Closed,
  { until, objectUntil }: { until: Date; objectUntil: string },
): Promise<ClosingDocuments> {
  const about = { company, partners, month, dateIso: getDocumentDate(until), objectUntil };
  const { figures, returns, sha256, sizeBytes } = await freezeFigures(ctx, about);
  const plans = planDocuments(figures, partners.find(({ active }) => active)?.id);
  return { ...about, companyId: company.id, plans, returns, figures: { sha256, sizeBytes } };
}
