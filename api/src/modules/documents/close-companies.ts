import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Context } from '../../context.ts';
import { closeCompany } from './close-company.ts';
import { claimNext, noteProblem } from './month-progress-store.ts';

/** While one company's papers are laid out, the figures of the next are read. */
const LANES = availableParallelism();

/**
 * Closes the month for one company after the other, in a few lanes, from where it stopped; at most so long, or to the end.
 * Other processes may work on the same month: each company is taken by one. A company whose papers can't be made holds
 * nobody up: its problem is kept, and the next call tries it again.
 */
export async function closeCompanies(ctx: Context, month: string, patienceMs = Infinity): Promise<void> {
  const began = performance.now();
  let failed: unknown = null;
  let after = 0;
  async function lane(): Promise<void> {
    while (performance.now() - began < patienceMs) {
      const next = await claimNext(ctx.db.system, { month, after, now: ctx.clock.now() });
      if (!next) return;
      const { companyId } = next;
      after = Math.max(after, companyId);
      try {
        await closeCompany(ctx, companyId, month);
      } catch (error) {
        failed = error;
        ctx.log.error({ err: error, companyId, month }, 'the month of a company can’t be closed');
        await noteProblem(ctx.db.system, { companyId, month, problem: String(error) });
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));
  // The queue tries again later what it was left with; a person sees the number of documents.
  if (failed && patienceMs === Infinity) throw failed;
}
