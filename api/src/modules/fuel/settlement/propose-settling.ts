import type { settleMovement } from '#contract/money/corrections.ts';
import { OPERATION_STATUS } from '#contract/ids.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import type { TwoPeopleRule } from '../../identity/approvals/approvals.ts';
import { exceedsUnconfirmedLimit } from '../../identity/approvals/unconfirmed-movements.ts';
import { findOperation } from '../../cards/commands/operations.ts';
import { MOVEMENTS } from '../../cards/commands/unclear-movement.ts';
import type { Call } from '../../../http/call.ts';

/** The outcome of a movement above what the member may move alone today is decided by two people. */
export const proposeSettling: TwoPeopleRule = async (ctx, call) => {
  const { params, body, session, confirmedBy } = call as unknown as Call<typeof settleMovement>;
  const operation = await findOperation(ctx.db.system, params.id);
  // The call itself refuses operations that have ended, or repeats its answer for the same request.
  if (!operation || !MOVEMENTS.includes(operation.typeId)) return null;
  if (operation.statusId !== OPERATION_STATUS.inProgress) return null;
  const exceeded = await exceedsUnconfirmedLimit(ctx, {
    userId: session.userId,
    sum: operation.sum,
    confirmedBy,
  });
  if (!exceeded) return null;
  return {
    title: 'Решить, дошли ли деньги',
    companyId: operation.companyId,
    details: [
      { title: 'Движение', value: `№ ${operation.id} на ${formatRubles(operation.sum)}` },
      { title: 'Сеть', value: body.executed ? 'исполнила: деньги дошли' : 'не исполнила: деньги вернутся' },
      { title: 'Основание', value: body.reason },
      ...exceeded,
    ],
  };
};
