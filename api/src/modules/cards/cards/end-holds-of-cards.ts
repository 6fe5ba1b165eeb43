import { OPERATION_TYPE } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import { startOperations } from '../commands/start-operations.ts';
import type { HoldableCard, HoldWord } from './card-hold.ts';
import { endHolds, listToBeBlocked } from './card-hold-store.ts';

/**
 * Ends the holds of locked cards and has their networks unblock exactly those that the hold had taken from work. A card
 * that another hold keeps, that was blocked before, or that has fuel to pay for, stays blocked: the ids of those are returned.
 */
export async function endHoldsOfCards(
  tx: Db,
  cards: readonly HoldableCard[],
  word: HoldWord,
): Promise<number[]> {
  const ids = cards.map((one) => one.id);
  const back = await endHolds(tx, ids, word);
  const blocked = await listToBeBlocked(tx, cards);
  const returning = cards.filter(({ id, inDebt }) => back.has(id) && blocked.has(id) && !inDebt);
  await startOperations(tx, { cards: returning, typeId: OPERATION_TYPE.unblocking, ...word });
  const opened = new Set(returning.map(({ id }) => id));
  return ids.filter((id) => blocked.has(id) && !opened.has(id));
}
