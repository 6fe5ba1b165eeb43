import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { formatRubles, moscowDay } from '../../../lib/money-format.ts';
import type { Proposal } from './approval.ts';
import { sumMovedAlone } from './moved-alone-store.ts';
import { readLimit } from './read-limit.ts';

/**
 * Returns what the second member reads of the author's day where a movement exceeds what the author may move alone
 * today; null where one person is enough. A movement that is being confirmed has its second person already.
 */
export async function exceedsAlone(
  ctx: Context,
  { userId, sum, confirmedBy }: { userId: number; sum: Kopecks; confirmedBy: number | null },
): Promise<Proposal['details'] | null> {
  if (confirmedBy !== null) return [];
  if (sum <= 0) return null;
  const limit = await readLimit(ctx);
  const moved = await sumMovedAlone(ctx.db.system, userId, moscowDay(ctx.clock.now()));
  if (moved + sum <= limit) return null;
  return [
    {
      title: 'Автор провёл сегодня один',
      value: `${formatRubles(moved)} из ${formatRubles(limit)}`,
      movesByItself: true,
    },
  ];
}
