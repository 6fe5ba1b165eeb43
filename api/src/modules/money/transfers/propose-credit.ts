import type { setCredit } from '#contract/staff.ts';
import { notFound } from '../../../errors.ts';
import type { Call } from '../../../http/bind.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { formatDateLong, formatRubles } from '../../../lib/money-format.ts';
import { findCreditTerms } from '../../companies/companies/find-credit-terms.ts';
import type { TwoPeopleRule } from '../../people/approvals/approval.ts';
import { exceedsAlone } from '../../people/approvals/exceeds-alone.ts';
import { readCredit, type CreditDebt } from './read-credit.ts';
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
  const { debt } = await readCredit(ctx, mintCompanyScope(params.id));
  return {
    title: 'Кредит клиенту',
    companyId: params.id,
    details: [
      { title: 'Сейчас', value: formatRubles(now.credit) },
      { title: 'Станет', value: formatRubles(body.creditSum) },
      { title: 'Дней на оплату', value: String(next.daysForPayment) },
      { title: 'Дней без оплаты', value: String(next.daysWithoutPayment) },
      { title: 'Долг', value: formatRubles(debt?.sum ?? 0), movesByItself: true },
      { title: 'Опоздание', value: formatDelay(debt), movesByItself: true },
      { title: 'Основание', value: body.reason ?? 'не указано' },
      ...exceeded,
    ],
  };
};

function formatDelay(debt: CreditDebt | null): string {
  if (!debt) return 'нет';
  if (debt.late && debt.payUntil) return `оплата ждалась до ${formatDateLong(debt.payUntil)}`;
  return debt.payUntil ? `нет, срок до ${formatDateLong(debt.payUntil)}` : 'нет, срок не задан';
}
