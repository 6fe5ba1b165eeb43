import type { MonthStage } from '#contract/papers/closing.ts';
import type { Context } from '../../../../context.ts';
import { listPartners } from '../../../programme/partners/partners.ts';
import { listDecisions } from './closing-decision-store.ts';
import { listOpenCases } from '../list-open-cases.ts';
import { assertStarted, endOfMonth } from './month-closing.ts';
import { type ClosingState, readProgress } from './closing-progress.ts';

/**
 * Returns the obstacles to closing a month, and its documents so far. Refuses on `date` a month that has not
 * started.
 */
export async function readClosing(ctx: Context, month: string): Promise<ClosingState> {
  const now = ctx.clock.now();
  assertStarted(month, now);
  const db = ctx.db.system;
  const { open, feeds } = await listOpenCases(ctx, db, month);
  const titles = new Map((await listPartners(db)).map(({ id, title }) => [id, title]));
  const isRunning = endOfMonth(month) > now;
  const closed = await readProgress(db, month);
  const decisions = await listDecisions(db, month);
  return {
    isRunning,
    stage: getStage({ isRunning, closed, decisions }),
    open,
    networks: feeds.map((feed) => ({ ...feed, title: titles.get(feed.partnerId) ?? '' })),
    closed,
    decisions,
  };
}

function getStage({
  isRunning,
  closed,
  decisions,
}: Pick<ClosingState, 'isRunning' | 'closed' | 'decisions'>): MonthStage {
  if (decisions.length === 0) return isRunning ? 'running' : 'due';
  return closed.waiting > 0 ? 'closing' : 'closed';
}
