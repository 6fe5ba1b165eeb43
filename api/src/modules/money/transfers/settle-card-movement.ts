import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import type { RequestKey } from '../../../http/request-key.ts';
import type { AuditRecord } from '../../../audit/record-event.ts';
import type { AccountPlace, TransferKind } from '../ledger/account.ts';
import type { OperationRecord } from '../../networks/commands/operation.ts';
import { postDeed } from '../posting/post-deed.ts';

/** Marks a movement as ended by a person instead of its network. */
export interface PersonsWord {
  requestKey: RequestKey | null;
  event: Omit<AuditRecord, 'at'>;
}

export const MOVEMENT_ENDED = 'Движение уже завершено: сеть успела ответить или это сделал другой сотрудник';

/**
 * The second half of a movement between the account and a card. When the network has done its part (`refusal` is
 * null), the money in transit arrives; when it has refused, the money goes back. False when another answer came
 * first; a person who comes too late is refused (409).
 */
export function settleCardMovement(
  ctx: Context,
  operation: OperationRecord,
  refusal: string | null,
  word: PersonsWord | null = null,
): Promise<boolean> {
  const { id, companyId } = operation;
  const done = refusal === null;
  const inTransit: AccountPlace = { companyId, kind: 'in-transit' };
  const arrivesAt = destination(operation, done);
  return postDeed(ctx, {
    companyId,
    requestKey: word?.requestKey ?? null,
    needs: { places: [inTransit, arrivesAt], operationId: id },
    decide(books) {
      if (books.operation(id)?.statusId !== OPERATION_STATUS.inProgress) {
        if (word) throw conflict(MOVEMENT_ENDED);
        return false;
      }
      const posting = books.post([
        {
          requestId: `operation:${id}:${done ? 'settle' : 'void'}`,
          kind: kindOf(operation, done),
          from: inTransit,
          to: arrivesAt,
          amount: operation.sum,
          subject: { kind: 'operation', id },
        },
      ]);
      if (!posting.ok) throw new Error(`operation ${id} has no money on its way`);
      const statusId = done ? OPERATION_STATUS.done : OPERATION_STATUS.failed;
      books.finishOperation({ id, statusId, reason: refusal });
      if (word) books.record(word.event);
      return true;
    },
  });
}

function destination(operation: OperationRecord, done: boolean): AccountPlace {
  const toCard = (operation.typeId === OPERATION_TYPE.topUp) === done;
  return toCard
    ? { companyId: operation.companyId, kind: 'card', cardId: operation.cardId }
    : { companyId: operation.companyId, kind: 'unallocated' };
}

function kindOf(operation: OperationRecord, done: boolean): TransferKind {
  if (operation.typeId === OPERATION_TYPE.topUp) return done ? 'settle-transfer' : 'void-transfer';
  return done ? 'settle-payout' : 'void-payout';
}
