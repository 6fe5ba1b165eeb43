import { CARD_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { Db } from '../../db/database.ts';
import type { OperationRecord } from '../operations/operation-store.ts';
import { setCardStatus } from './locked-card-store.ts';

/** The network has blocked or unblocked the card: its status follows. */
export async function applyBlock(tx: Db, operation: OperationRecord): Promise<void> {
  const blocked = operation.typeId === OPERATION_TYPE.blocking;
  await setCardStatus(tx, {
    cardId: operation.cardId,
    statusId: blocked ? CARD_STATUS.blocked : CARD_STATUS.active,
  });
}
