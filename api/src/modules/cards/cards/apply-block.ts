import { CARD_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import type { OperationRecord } from '../commands/operation.ts';
import { lockCardOfAnswer, setCardStatus, unsetCardWithoutGoods } from './locked-card-store.ts';

/**
 * Applies the network's answer to a block or unblock that is no longer waiting: the card's status follows what was
 * done. If its first goods were refused meanwhile, a card that is not blocked becomes not set up.
 */
export async function applyBlock(tx: Db, operation: OperationRecord, done: boolean): Promise<void> {
  const { cardId } = operation;
  await lockCardOfAnswer(tx, cardId);
  if (done) {
    const blocked = operation.typeId === OPERATION_TYPE.blocking;
    await setCardStatus(tx, { cardId, statusId: blocked ? CARD_STATUS.blocked : CARD_STATUS.active });
  }
  await unsetCardWithoutGoods(tx, cardId);
}
