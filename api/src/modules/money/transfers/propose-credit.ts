import type { setCredit } from '#contract/staff.ts';
import { notFound } from '../../../errors.ts';
import type { Call } from '../../../http/bind.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { findCreditTerms } from '../../companies/companies/find-credit-terms.ts';
import type { TwoPeopleRule } from '../../people/approvals/approval.ts';
import { readLimit } from '../../people/approvals/read-limit.ts';

/** A credit above the limit needs two people where more is lent than now, or for longer. */
export const proposeCredit: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof setCredit>;
  const now = await findCreditTerms(ctx.db.system, params.id);
  if (!now) throw notFound('Клиент не найден');
  const next = {
    forPayment: body.creditDaysForPayment ?? now.daysForPayment,
    withoutPayment: body.creditDaysWithoutPayment ?? now.daysWithoutPayment,
  };
  const isLonger = next.forPayment > now.daysForPayment || next.withoutPayment > now.daysWithoutPayment;
  if (body.creditSum <= (await readLimit(ctx)) || (body.creditSum <= now.credit && !isLonger)) return null;
  return {
    title: 'Кредит клиенту',
    companyId: params.id,
    details: [
      { title: 'Сейчас', value: formatRubles(now.credit) },
      { title: 'Станет', value: formatRubles(body.creditSum) },
      { title: 'Дней на оплату', value: String(next.forPayment) },
      { title: 'Дней без оплаты', value: String(next.withoutPayment) },
    ],
  };
};
