import { OPERATION_TYPE } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import type { OperationRecord } from '../commands/operation.ts';
import { tellOf } from '../../people/notices/tell-of.ts';

/**
 * Tells of a card that its network has blocked at somebody's wish. What the programme blocks for a debt or holds is told with
 * its own reason.
 */
export async function tellOfBlock(tx: Db, operation: OperationRecord, now: Date): Promise<void> {
  const { id, companyId, cardId, cardNumber, typeId, authorId } = operation;
  if (typeId !== OPERATION_TYPE.blocking || authorId === null) return;
  await tellOf(tx, {
    kind: 'card-blocked',
    companyId,
    userId: authorId,
    facts: { cardId, card: cardNumber.slice(-4), by: 'company', reason: null },
    about: `operation:${id}`,
    now,
  });
}
