import { changeManyStatuses, setManyGoods, setManyLimits } from '#contract/cards/bulk-cards.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import type { LimitPeriod, LimitUnit } from '#contract/ids.ts';
import { BULK_CARDS_MAX } from '#contract/limits.ts';
import { call } from '../../../server/client.ts';
import type { Card } from '../../../cards/describe-card.ts';

export type BulkInput =
  | { action: 'block' | 'unblock' }
  | { action: 'limit'; count: number; unit: LimitUnit; period: LimitPeriod }
  | { action: 'goods'; goodsIds: number[] };

export type BulkResult = EndpointData<typeof changeManyStatuses>['results'][number];

/**
 * Applies the action to all of the cards, in batches of as many as one call takes. If a call fails, the batches before
 * it stay done: their results are returned, and the other cards carry the failure's message.
 */
export async function changeMany(cards: readonly Card[], input: BulkInput): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  try {
    while (results.length < cards.length) {
      const ids = cards.slice(results.length, results.length + BULK_CARDS_MAX).map((card) => card.id);
      results.push(...(await changeSome(ids, input)));
    }
  } catch (error) {
    if (results.length === 0) throw error;
    const message = (error as Error).message;
    for (const { id } of cards.slice(results.length))
      results.push({ id, ok: false, waiting: false, message });
  }
  return results;
}

async function changeSome(ids: number[], input: BulkInput): Promise<BulkResult[]> {
  if (input.action === 'goods') {
    return (await call(setManyGoods, { body: { ids, cg_ids: input.goodsIds } })).data.results;
  }
  if (input.action === 'limit') {
    const { count, unit, period } = input;
    const body = { ids, unit_count: count, unit_type: unit, period, goodsGroups: [] };
    return (await call(setManyLimits, { body })).data.results;
  }
  return (await call(changeManyStatuses, { body: { ids, blocked: input.action === 'block' } })).data.results;
}
