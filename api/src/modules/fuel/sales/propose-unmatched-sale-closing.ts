import type { closeOrphan } from '#contract/money/unsettled.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import type { TwoPeopleRule } from '../../identity/approvals/approvals.ts';
import { exceedsUnconfirmedLimit } from '../../identity/approvals/unconfirmed-movements.ts';
import { findUnmatchedSale } from './unmatched-sales.ts';
import type { Call } from '../../../http/call.ts';

/** A sale that no one will be charged for, above what the member may move alone today, is closed by two people. */
export const proposeUnmatchedSaleClosing: TwoPeopleRule = async (ctx, call) => {
  const { params, body, session, confirmedBy } = call as unknown as Call<typeof closeOrphan>;
  const found = await findUnmatchedSale(ctx.db.system, params.id);
  if (!found || found.isUnreadable !== (params.kind === 'record') || found.bookedAt || found.closedAt)
    return null;
  const exceeded = await exceedsUnconfirmedLimit(ctx, {
    userId: session.userId,
    sum: found.sum,
    confirmedBy,
  });
  if (!exceeded) return null;
  return {
    title: 'Закрыть продажу без списания',
    details: [
      { title: 'Продажа', value: `${found.externalId} на ${formatRubles(found.sum)}` },
      { title: 'Почему не проведена', value: found.reason },
      { title: 'Основание', value: body.reason },
      ...exceeded,
    ],
  };
};
