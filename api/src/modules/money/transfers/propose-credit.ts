import type { setCredit } from '#contract/staff.ts';
import { notFound } from '../../../errors.ts';
import type { Call } from '../../../http/bind.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { findCreditTerms } from '../../companies/companies/find-credit-terms.ts';
import type { TwoPeopleRule } from '../../people/approvals/approval.ts';
import { exceedsAlone } from '../../people/approvals/exceeds-alone.ts';
import { vouchedFor } from './vouched-for.ts';

/** More credit, or credit for longer, above what the member may move alone today is given by two people. */
export const proposeCredit: TwoPeopleRule = async (ctx, call) => {
  const { params, body, session, confirmedBy } = call as unknown as Call<typeof setCredit>;
  const now = await findCreditTerms(ctx.db.system, params.id);
  if (!now) throw notFound('Клиент не найден');
  const next = {
    credit: body.creditSum,
    daysForPayment: body.creditDaysForPayment ?? now.daysForPayment,
    daysWithoutPayment: body.creditDaysWithoutPayment ?? now.daysWithoutPayment,
  };
  const exceeded = await exceedsAlone(ctx, {
    userId: session.userId,
    sum: vouchedFor(now, next),
    confirmedBy,
  });
  if (!exceeded) return null;
  return {
    title: 'Кредит клиенту',
    companyId: params.id,
    details: [
      { title: 'Сейчас', value: formatRubles(now.credit) },
      { title: 'Станет', value: formatRubles(body.creditSum) },
      { title: 'Дней на оплату', value: String(next.daysForPayment) },
      { title: 'Дней без оплаты', value: String(next.daysWithoutPayment) },
      { title: 'Основание', value: body.reason ?? 'не указано' },
      ...exceeded,
    ],
  };
};
