import type { bookAdvanceReturn } from '#contract/advance-returns.ts';
import type { reopenAdvanceReturn } from '#contract/corrections.ts';
import type { Call } from '../../../http/bind.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import type { Proposal, TwoPeopleRule } from '../../people/approvals/approval.ts';
import { exceedsAlone } from '../../people/approvals/exceeds-alone.ts';
import type { AdvanceReturn } from './advance-return.ts';
import { requireReturn } from './require-return.ts';

/** A returned advance above what the member may move alone today is booked by two people. */
export const proposeReturn: TwoPeopleRule = async (ctx, call) => {
  const { params, session, confirmedBy } = call as unknown as Call<typeof bookAdvanceReturn>;
  const found = await requireReturn(ctx.db.system, params.id);
  // What is decided is refused by the call itself, or answered where it is the same request once more.
  if (found.state !== 'review') return null;
  const exceeded = await exceedsAlone(ctx, { userId: session.userId, sum: found.sum, confirmedBy });
  return exceeded && describeReturn('Списать возврат аванса', found, exceeded);
};

/** A booked return whose money comes back to the client, above the same sum. */
export const proposeReturnReopening: TwoPeopleRule = async (ctx, call) => {
  const { params, body, session, confirmedBy } = call as unknown as Call<typeof reopenAdvanceReturn>;
  const found = await requireReturn(ctx.db.system, params.id);
  if (found.state !== 'booked' || found.reopenings.length !== body.revision) return null;
  const exceeded = await exceedsAlone(ctx, { userId: session.userId, sum: found.sum, confirmedBy });
  const reason = { title: 'Основание', value: body.reason };
  return exceeded && describeReturn('Отменить списание возврата аванса', found, [reason, ...exceeded]);
};

function describeReturn(
  title: string,
  { company, number, sum, payee, purpose, ownFunds }: AdvanceReturn,
  more: Proposal['details'],
): Proposal {
  return {
    title,
    companyId: company.id,
    details: [
      { title: 'Документ', value: `№ ${number} на ${formatRubles(sum)}` },
      { title: 'Получатель', value: payee.name || 'не указан' },
      { title: 'Назначение', value: purpose },
      { title: 'Свои средства клиента', value: formatRubles(ownFunds), movesByItself: true },
      ...more,
    ],
  };
}
