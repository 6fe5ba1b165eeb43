import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Context } from '../../../context.ts';
import { closeCompany } from './close-company.ts';
import { closingProblem } from './closing-problem.ts';
import { claimNext, recordProblem } from './closing-progress.ts';

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
