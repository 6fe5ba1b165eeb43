import type { Context } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import { awaitSync } from './sync-card.ts';

/** Few enough to leave most of the database's connections to others. */
const MAX_CONCURRENT_CHANGES = 6;

export interface ChangedCard {
  id: number;
  ok: boolean;
  waiting: boolean;
  message?: string;
}

/**
 * Carries a call out for many cards. Each is done or refused on its own, with its own reason. All requests are sent
 * before any answer is awaited, so that a card that is slow delays no other, and all wait no longer than a single card
 * does. `ask` returns the id of the choice that the network is to accept; null for a block, whose outcome comes later.
 */
export async function changeManyCards(
  ctx: Context,
  cardIds: readonly number[],
  ask: (cardId: number) => Promise<number | null>,
): Promise<{ results: ChangedCard[] }> {
  const requested = [...new Set(cardIds)];
  const results = new Map<number, Promise<ChangedCard>>();
  const waiting = requested.values();
  const until = performance.now() + ctx.config.networkTimeoutMs;

  async function work(): Promise<void> {
    for (const id of waiting) {
      const stored = ask(id);
      results.set(id, changeOne(ctx, id, stored, until));
      await stored.catch(() => {});
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_CHANGES }, work));
  return { results: await Promise.all(requested.map((id) => results.get(id) as Promise<ChangedCard>)) };
}

async function changeOne(
  ctx: Context,
  id: number,
  stored: Promise<number | null>,
  until: number,
): Promise<ChangedCard> {
  try {
    const changeId = await stored;
    if (changeId === null) return { id, ok: true, waiting: true };
    const timeoutMs = Math.max(0, until - performance.now());
    return { id, ok: true, waiting: !(await awaitSync(ctx, { changeId, timeoutMs })) };
  } catch (error) {
    if (error instanceof Refusal) return { id, ok: false, waiting: false, message: error.message };
    ctx.log.error({ err: error, cardId: id }, 'one card of many was not changed');
    return { id, ok: false, waiting: false, message: 'Ошибка сервера. Попробуйте ещё раз чуть позже' };
  }
}
