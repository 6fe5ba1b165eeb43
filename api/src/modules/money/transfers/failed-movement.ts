import { OPERATION_TYPE } from '#contract/ids.ts';
import type { OperationRecord } from '../../cards/commands/operations.ts';
import type { AnyEvent } from '../../people/notices/notify.ts';

/**
 * Builds the notification about a movement that its network has refused. The user who asked for the movement gets it
 * too.
 */
export function failedMovement(operation: OperationRecord, reason: string, now: Date): AnyEvent {
  const { id, companyId, cardId, cardNumber, sum, typeId, authorId } = operation;
  return {
    kind: 'movement-failed',
    companyId,
    userId: authorId,
    facts: {
      cardId,
      card: cardNumber.slice(-4),
      sumKopecks: sum,
      toCard: typeId === OPERATION_TYPE.topUp,
      reason,
    },
    about: `operation:${id}`,
    now,
  };
}
