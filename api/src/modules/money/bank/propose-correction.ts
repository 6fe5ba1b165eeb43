import type { correctPayment } from '#contract/corrections.ts';
import { conflict, notFound } from '../../../errors.ts';
import type { Call } from '../../../http/bind.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { findCompany } from '../../companies/companies/find-company.ts';
import type { TwoPeopleRule } from '../../people/approvals/approval.ts';
import { findPayment } from './payment-list-store.ts';
import { isCredited } from './payment.ts';

/** Money that is one client's in the books becomes another's: always by two people. */
export const proposeCorrection: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof correctPayment>;
  const payment = await findPayment(ctx.db.system, params.id);
  if (!payment) throw notFound('Платёж не найден');
  if (!payment.company || !isCredited(payment))
    throw conflict('Платёж никому не зачислен: исправлять нечего');
  const other = body.company_id ? await findCompany(ctx.db.system, body.company_id) : null;
  return {
    title: 'Исправить зачисление платежа',
    companyId: payment.company.id,
    details: [
      { title: 'Платёж', value: `№ ${payment.number} на ${formatRubles(payment.sum)}` },
      { title: 'Сейчас', value: payment.company.title },
      { title: 'Станет', value: other?.title ?? 'ждёт разбора' },
      { title: 'Основание', value: body.reason },
    ],
  };
};
