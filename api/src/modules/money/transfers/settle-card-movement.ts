import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import type { RequestKey } from '../../../http/request-key.ts';
import type { AuditRecord } from '../../../audit/record-event.ts';
import type { OperationRecord } from '../../cards/commands/operations.ts';
import { postMovement } from '../posting/post-movement.ts';
import { failedMovement } from './card-movement.ts';
import { FROM_CARD } from './payout-from-card.ts';
import { TO_CARD } from './transfer-to-card.ts';

/** Marks a movement as ended by a person instead of its network. */
export interface PersonDecision {
  requestKey: RequestKey | null;
  event: Omit<AuditRecord, 'at'>;
}

export const MOVEMENT_ENDED = 'Движение уже завершено: сеть успела ответить или это сделал другой сотрудник';

/**
 * Ends a movement between the account and a card. When the network has done its part (`refusal` is null), the
 * money in transit arrives; when it has refused, the money goes back. Returns false when another answer came
 * first; a decision of a person is then refused (409).
 */
export function settleCardMovement(
  ctx: Context,
  operation: OperationRecord,
  refusal: string | null,
  decision: PersonDecision | null = null,
): Promise<boolean> {
  const { id, companyId, sum: amount } = operation;
  const { from, to, kinds } = operation.typeId === OPERATION_TYPE.topUp ? TO_CARD : FROM_CARD;
  const inTransit = { companyId, kind: 'in-transit' } as const;
  const [end, goesTo, statusId] =
    refusal === null
      ? (['settle', to(operation), OPERATION_STATUS.done] as const)
      : (['void', from(operation), OPERATION_STATUS.failed] as const);
  return postMovement(ctx, {
    companyId,
    requestKey: decision?.requestKey ?? null,
    endsWhatBegan: true,
    needs: { places: [inTransit, goesTo], operationId: id },
    decide(books) {
      if (books.operation(id)?.statusId !== OPERATION_STATUS.inProgress) {
        if (decision) throw conflict(MOVEMENT_ENDED);
        return false;
      }
      const requestId = `operation:${id}:${end}`;
      const subject = { kind: 'operation', id } as const;
      const { ok } = books.post([
        { requestId, kind: kinds[end], from: inTransit, to: goesTo, amount, subject },
      ]);
      if (!ok) throw new Error(`operation ${id} has no money on its way`);
      books.finishOperation({ id, statusId, reason: refusal });
      if (refusal !== null) books.publish(failedMovement(operation, refusal, books.now));
      if (decision) books.record(decision.event);
      return true;
    },
  });
}
