import { OPERATION_TYPE } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import { startOperations } from '../commands/start-operations.ts';
import type { HoldableCard, HoldWord } from './card-hold.ts';
import { insertHolds, listToBeBlocked } from './card-hold-store.ts';

/**
 * Keeps locked cards blocked: those that are at work are blocked at their networks, and only these come back when the
 * hold ends. A block or unblock that already waits is not disturbed: a new block waits for it.
 */
export async function holdCards(tx: Db, cards: readonly HoldableCard[], word: HoldWord): Promise<void> {
  const blocked = await listToBeBlocked(tx, cards);
  await insertHolds(
    tx,
    cards.map((card) => ({ card, bringsBack: !blocked.has(card.id) })),
    word,
  );
  const atWork = cards.filter((card) => !blocked.has(card.id));
  await startOperations(tx, { cards: atWork, typeId: OPERATION_TYPE.blocking, ...word });
}
