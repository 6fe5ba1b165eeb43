import type { assignPayment } from '#contract/bank.ts';
import { fieldRefusal, notFound } from '../../../errors.ts';
import type { Call } from '../../../http/bind.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { findCompany } from '../../companies/companies/find-company.ts';
import type { TwoPeopleRule } from '../../people/approvals/approval.ts';
import { exceedsAlone } from '../../people/approvals/exceeds-alone.ts';
import { findPayment } from './payment-list-store.ts';
import { isAssignable } from './payment.ts';

/** A payment above what the member may move alone today is credited by two people. */
export const proposeAssignment: TwoPeopleRule = async (ctx, call) => {
  const { params, body, session, confirmedBy } = call as unknown as Call<typeof assignPayment>;
  const payment = await findPayment(ctx.db.system, params.id);
  if (!payment) throw notFound('Платёж не найден');
  // What is credited already is refused by the call itself, or answered where it is the same request once more.
  if (!isAssignable(payment)) return null;
  const exceeded = await exceedsAlone(ctx, { userId: session.userId, sum: payment.sum, confirmedBy });
  if (!exceeded) return null;
  const company = await findCompany(ctx.db.system, body.company_id);
  if (!company) throw fieldRefusal('company_id', 'Клиент не найден');
  return {
    title: 'Зачислить платёж',
    companyId: company.id,
    details: [
      { title: 'Платёж', value: `№ ${payment.number} на ${formatRubles(payment.sum)}` },
      { title: 'Плательщик', value: payment.payer.name || 'не указан' },
      { title: 'Назначение', value: payment.purpose },
      { title: 'Почему ждал', value: payment.note },
      { title: 'Кому', value: company.title },
      ...exceeded,
    ],
  };
};
