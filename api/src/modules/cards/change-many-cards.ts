import type { Context } from '../../context.ts';
import { Refusal } from '../../errors.ts';

/** Few enough to leave most of the database's connections to others. */
const AT_ONCE = 6;

export interface ChangedCard {
  id: number;
  ok: boolean;
  waiting: boolean;
  message?: string;
}

/**
 * Does to many cards what a call does to one, a few at a time. Each is done or refused on its own, with its own
 * reason. Together they wait for their networks no longer than a single card does. `deed` returns whether the network
 * has confirmed.
 */
export async function changeManyCards(
  ctx: Context,
  cardIds: readonly number[],
  change: (cardId: number, patienceMs: number) => Promise<boolean>,
): Promise<{ results: ChangedCard[] }> {
  const asked = [...new Set(cardIds)];
  const results = new Map<number, ChangedCard>();
  const waiting = asked.values();
  const until = performance.now() + ctx.config.networkPatienceMs;

  async function work(): Promise<void> {
    for (const id of waiting) {
      const patienceMs = Math.max(0, until - performance.now());
      results.set(id, await changeOne(ctx, id, () => change(id, patienceMs)));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { results: asked.map((id) => results.get(id) as ChangedCard) };
}

async function changeOne(ctx: Context, id: number, change: () => Promise<boolean>): Promise<ChangedCard> {
  try {
    return { id, ok: true, waiting: !(await change()) };
  } catch (error) {
    if (error instanceof Refusal) return { id, ok: false, waiting: false, message: error.message };
    ctx.log.error({ err: error, cardId: id }, 'one card of many was not changed');
    return { id, ok: false, waiting: false, message: 'Ошибка сервера. Попробуйте ещё раз чуть позже' };
  }
}
