import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { assignPayment } from '#contract/money/bank.ts';
import type { correctPayment, reopenAdvanceReturn } from '#contract/money/corrections.ts';
import type { bookAdvanceReturn } from '#contract/money/advance-returns.ts';
import type { bookNetworkRefund, undoNetworkRefund } from '#contract/money/network-refunds.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { formatRubles, formatDateLong } from '../../../lib/money-format.ts';
import { findCompany } from '../../companies/companies/companies.ts';
import type { TwoPeopleRule, Proposal, ProposalDetail } from '../../identity/approvals/approvals.ts';
import { exceedsUnconfirmedLimit } from '../../identity/approvals/unconfirmed-movements.ts';
import { requireCorrectable } from './correct-payment.ts';
import { requirePayment } from './payment-list-store.ts';
import { isAssignable, isWaiting, listPaidParts, type PaidPart, type Payment } from './payment.ts';
import { findInvoice, invoiceNumber } from '../invoices/invoices.ts';
import { assertPayable, toTarget, type InvoiceTarget } from './share-payment.ts';
import type { AdvanceReturn } from './returns/advance-return.ts';
import { requireReturn } from './returns/advance-returns.ts';
import { requireNetwork } from './returns/network-refunds.ts';
import type { Call } from '../../../http/call.ts';

/** A payment above what the member may move alone today is credited by two people. */
export const proposeAssignment: TwoPeopleRule = async (ctx, call) => {
  const { params, body, session, confirmedBy } = call as unknown as Call<typeof assignPayment>;
  const payment = await requirePayment(ctx.db.system, params.id);
  // The call itself refuses credited payments, or repeats its answer for the same request.
  if (!isAssignable(payment)) return null;
  const exceeded = await exceedsUnconfirmedLimit(ctx, {
    userId: session.userId,
    sum: payment.sum,
    confirmedBy,
  });
  if (!exceeded) return null;
  const company = await findCompany(ctx.db.system, body.company_id);
  if (!company) throw fieldRefusal('company_id', 'Клиент не найден');
  const prefix = ctx.programme.today().invoicePrefix;
  const shares = (body.invoices ?? []).map(({ id, sum }) => ({ invoiceId: id, sum }));
  const target = toTarget(payment, { invoiceId: body.invoice_id ?? null, shares });
  await assertPayable(ctx.db.system, { companyId: company.id, sum: payment.sum, target, prefix });
  return {
    title: 'Зачислить платёж',
    companyId: company.id,
    details: [
      ...describePayment(payment),
      { title: 'Почему ждал', value: payment.note },
      { title: 'Кому', value: company.title },
      { title: 'Счета', value: await describeTarget(ctx, company.id, payment.sum, target) },
      ...exceeded,
    ],
  };
};

function describePayment({ number, sum, payer, purpose }: Payment): ProposalDetail[] {
  return [
    { title: 'Платёж', value: `№ ${number} на ${formatRubles(sum)}` },
    { title: 'Плательщик', value: payer.name || 'не указан' },
    { title: 'Назначение', value: purpose },
  ];
}

/** «М-000048: 55 000,50 ₽; М-000050: 42 000,00 ₽; без счёта: 10,00 ₽». */
async function describeTarget(
  ctx: Context,
  companyId: number,
  sum: Kopecks,
  { invoiceId, parts }: InvoiceTarget,
): Promise<string> {
  const shares = invoiceId === null ? parts : [{ invoiceId, sum }];
  const lines: string[] = [];
  let rest: number = sum;
  for (const share of shares) {
    const invoice = await findInvoice(ctx.db.system, { companyId, id: share.invoiceId });
    const number = invoice ? invoiceNumber(ctx.programme.today().invoicePrefix, invoice.serial) : '';
    lines.push(`${number}: ${formatRubles(share.sum)}`);
    rest -= share.sum;
  }
  if (rest > 0) lines.push(`без счёта: ${formatRubles(kopecks(rest))}`);
  return lines.join('; ');
}

/**
 * Money that is one client's in the books becomes another's: always by two people. What the correction would refuse is
 * refused here, so that no member is asked to confirm it.
 */
export const proposeCorrection: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof correctPayment>;
  const { company_id: companyId = null, invoice_id: invoiceId = null } = body;
  const correction = { paymentId: params.id, companyId, invoiceId };
  const payment = await requireCorrectable(ctx, ctx.db.system, correction);
  const other = body.company_id ? await findCompany(ctx.db.system, body.company_id) : null;
  const invoice =
    other && body.invoice_id
      ? await findInvoice(ctx.db.system, { companyId: other.id, id: body.invoice_id })
      : null;
  const paid = listPaidParts(payment);
  const formatOwner = (title: string, invoices: readonly Pick<PaidPart, 'serial'>[]) =>
    `${title}, ${formatInvoices(invoices, ctx.programme.today().invoicePrefix)}`;
  return {
    title: 'Исправить зачисление платежа',
    companyId: payment.company.id,
    details: [
      { title: 'Платёж', value: `№ ${payment.number} от ${formatDateLong(payment.datedOn)}` },
      { title: 'Сумма', value: formatRubles(payment.sum) },
      { title: 'Плательщик', value: formatPayer(payment.payer) },
      { title: 'Назначение', value: payment.purpose },
      {
        title: 'Сейчас',
        value: formatOwner(payment.company.title, paid),
        figures: {
          company: payment.company.id,
          invoice: paid.length > 1 ? paid.map((part) => part.invoiceId).join() : (paid[0]?.invoiceId ?? null),
        },
      },
      { title: 'Станет', value: other ? formatOwner(other.title, invoice ? [invoice] : []) : 'ждёт разбора' },
      { title: 'Основание', value: body.reason },
    ],
  };
};

function formatInvoices(invoices: readonly { serial: number }[], prefix: string): string {
  if (invoices.length === 0) return 'без счёта';
  const numbers = invoices.map(({ serial }) => invoiceNumber(prefix, serial)).join(', ');
  return `${invoices.length > 1 ? 'счета' : 'счёт'} ${numbers}`;
}

function formatPayer({ name, inn }: { name: string; inn: string }): string {
  return `${name || 'не указан'}${inn && `, ИНН ${inn}`}`;
}

/** A returned advance above what the member may move alone today is booked by two people. */
export const proposeReturn: TwoPeopleRule = async (ctx, call) => {
  const { params, session, confirmedBy } = call as unknown as Call<typeof bookAdvanceReturn>;
  const found = await requireReturn(ctx.db.system, params.id);
  // The call itself refuses decided returns, or repeats its answer for the same request.
  if (found.state !== 'review') return null;
  const exceeded = await exceedsUnconfirmedLimit(ctx, {
    userId: session.userId,
    sum: found.sum,
    confirmedBy,
  });
  return exceeded && describeReturn('Списать возврат аванса', found, exceeded);
};

/** A booked return whose money comes back to the client, above the same sum. */
export const proposeReturnReopening: TwoPeopleRule = async (ctx, call) => {
  const { params, body, session, confirmedBy } = call as unknown as Call<typeof reopenAdvanceReturn>;
  const found = await requireReturn(ctx.db.system, params.id);
  if (found.state !== 'booked' || found.reopenings.length !== body.revision) return null;
  const exceeded = await exceedsUnconfirmedLimit(ctx, {
    userId: session.userId,
    sum: found.sum,
    confirmedBy,
  });
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

/** Money that a network gives back, above what the member may move alone today, is booked by two people. */
export const proposeNetworkRefund: TwoPeopleRule = async (ctx, call) => {
  const { params, body, session, confirmedBy } = call as unknown as Call<typeof bookNetworkRefund>;
  const payment = await requirePayment(ctx.db.system, params.id);
  // The call itself refuses what was decided, or repeats its answer for the same request.
  if (!isWaiting(payment)) return null;
  const by = { userId: session.userId, sum: payment.sum, confirmedBy };
  const exceeded = await exceedsUnconfirmedLimit(ctx, by);
  if (!exceeded) return null;
  const network = await requireNetwork(ctx.db.system, body.partner_id);
  const title = body.kind === 'bonus' ? 'Учесть бонус сети' : 'Отнести платёж к расчётам с сетью';
  return describeNetworkRefund(title, payment, {
    network,
    note: body.note,
    exceeded,
  });
};

/** Such a booking, above the same sum, is taken back by two people too. */
export const proposeNetworkRefundUndoing: TwoPeopleRule = async (ctx, call) => {
  const { params, body, session, confirmedBy } = call as unknown as Call<typeof undoNetworkRefund>;
  const payment = await requirePayment(ctx.db.system, params.id);
  if (payment.state !== 'network') return null;
  const by = { userId: session.userId, sum: payment.sum, confirmedBy };
  const exceeded = await exceedsUnconfirmedLimit(ctx, by);
  const network = payment.network?.title ?? '';
  return (
    exceeded &&
    describeNetworkRefund('Отменить учёт платежа сети', payment, { network, note: body.note, exceeded })
  );
};

function describeNetworkRefund(
  title: string,
  payment: Payment,
  { network, note, exceeded }: { network: string; note: string; exceeded: ProposalDetail[] },
): Proposal {
  return {
    title,
    details: [
      ...describePayment(payment),
      { title: 'Сеть', value: network },
      { title: 'Основание', value: note },
      ...exceeded,
    ],
  };
}
