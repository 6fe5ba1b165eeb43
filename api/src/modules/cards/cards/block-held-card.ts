import { OPERATION_TYPE } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import { startOperations } from '../commands/start-operations.ts';
import { listToBeBlocked } from './card-hold-store.ts';
import { lockAnyCard } from './lock-any-card.ts';
import { findCardHold } from './find-card-hold.ts';

/** Asks the network to block a card that is held; false where it is blocked, about to be, or held no more. */
export async function blockHeldCard(tx: Db, cardId: number, now: Date): Promise<boolean> {
  const card = await lockAnyCard(tx, cardId);
  if (!card || !(await findCardHold(tx, cardId))) return false;
  if ((await listToBeBlocked(tx, [card])).has(cardId)) return false;
  await startOperations(tx, { cards: [card], typeId: OPERATION_TYPE.blocking, now });
  return true;
}
