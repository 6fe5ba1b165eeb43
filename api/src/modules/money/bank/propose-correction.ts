import type { correctPayment } from '#contract/corrections.ts';
import { conflict, notFound } from '../../../errors.ts';
import type { Call } from '../../../http/bind.ts';
import { formatDateLong, formatRubles } from '../../../lib/money-format.ts';
import { findCompany } from '../../companies/companies/find-company.ts';
import type { TwoPeopleRule } from '../../people/approvals/approval.ts';
import { findInvoice } from '../invoices/find-invoice.ts';
import { invoiceNumber } from '../invoices/invoice.ts';
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
  const invoice =
    other && body.invoice_id
      ? await findInvoice(ctx.db.system, { companyId: other.id, id: body.invoice_id })
      : null;
  const formatOwner = (title: string, paid: { serial: number } | null) =>
    `${title}, ${paid ? `счёт ${invoiceNumber(ctx.config.operator.invoicePrefix, paid.serial)}` : 'без счёта'}`;
  return {
    title: 'Исправить зачисление платежа',
    companyId: payment.company.id,
    details: [
      { title: 'Платёж', value: `№ ${payment.number} от ${formatDateLong(payment.datedOn)}` },
      { title: 'Сумма', value: formatRubles(payment.sum) },
      { title: 'Плательщик', value: formatPayer(payment.payer) },
      { title: 'Назначение', value: payment.purpose },
      { title: 'Сейчас', value: formatOwner(payment.company.title, payment.invoice) },
      { title: 'Станет', value: other ? formatOwner(other.title, invoice) : 'ждёт разбора' },
      { title: 'Основание', value: body.reason },
    ],
  };
};

function formatPayer({ name, inn }: { name: string; inn: string }): string {
  return `${name || 'не указан'}${inn && `, ИНН ${inn}`}`;
}
