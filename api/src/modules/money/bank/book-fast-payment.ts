import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { confirmPayers } from './confirm-payers.ts';
import { findCompany } from '../../companies/companies/companies.ts';
import { findInvoice, invoiceNumber, type Invoice } from '../invoices/invoices.ts';
import { lockMoney } from '../ledger/lock-money.ts';
import { lockClient } from '../transfers/client-accounts.ts';
import { creditPayments } from './credit-payments.ts';
import { findBookedFast, insertFastPayment, listPossibleDuplicates } from './fast-payment-store.ts';
import { insertLookAlikes } from './look-alikes.ts';
import { takeTurn } from './payment-store.ts';
import { comparePayments } from './known-payments.ts';
import type { DuplicateKey } from './payment.ts';

/** Payment by СБП as the bank reports it, with the company and the invoice that it was ordered for. */
export interface FastPayment {
  orderId: number;
  companyId: number;
  invoiceId: number;
  operation: string;
  sum: Kopecks;
  purpose: string;
  at: Date;
  payer: { inn: string; name: string } | null;
}

/**
 * Books a payment by СБП, once, in the caller's transaction, through the same posting as a bank file's payment. The
 * order names company and invoice, and the payer's INN, if the bank reports it, must be the company's; otherwise a
 * person decides. A payment that a file has brought before is the same and moves nothing again. Returns the row that
 * has the money.
 */
export async function bookFastPayment(ctx: Context, tx: Db, input: FastPayment): Promise<number> {
  const { orderId, companyId, operation, sum, purpose } = input;
  const key = `sbp:${operation}`;
  await takeTurn(tx);
  const booked = await findBookedFast(tx, { orderId, key });
  if (booked !== null) return booked;
  const isClient = await lockClient(tx, companyId);
  const company = await findCompany(tx, companyId);
  await lockMoney(tx, [companyId]);
  const invoice = await findInvoice(tx, { companyId, id: input.invoiceId });
  const inn = input.payer?.inn ?? '';
  const day = moscowDay(input.at);
  const isOwn = isClient && (inn === '' || inn === company?.inn);
  const side = {
    sumKopecks: sum,
    inn: inn || (company?.inn ?? ''),
    day,
    number: operation,
    purpose,
    orderId,
  };
  const earlier = await findEarlier(tx, side, ctx.programme.today().invoicePrefix);
  const openId = invoice && isOpen(invoice) ? invoice.id : null;
  const credited = isOwn && earlier.sameAsId === null && earlier.alike.length === 0;
  const waits = !credited && earlier.sameAsId === null;
  // Read after the last wait: a day that ended meanwhile takes no more movements.
  const now = ctx.clock.now();
  const paymentId = await insertFastPayment(tx, {
    orderId,
    key,
    state: credited ? 'credited' : waits ? 'review' : 'duplicate',
    number: operation,
    day,
    sum,
    payer: { inn, name: input.payer?.name ?? '' },
    purpose,
    note: formatNote(ctx, { isOwn, invoice, openId, ...earlier }),
    companyId: credited ? companyId : null,
    invoiceId: credited ? openId : null,
    suggestedCompanyId: waits && isClient ? companyId : null,
    suggestedInvoiceId: waits && isClient ? openId : null,
    sameAsId: earlier.sameAsId,
    now,
  });
  const alike = earlier.sameAsId === null ? earlier.alike : [earlier.sameAsId];
  await insertLookAlikes(
    tx,
    alike.map((bookedId) => ({ paymentId, bookedId })),
  );
  if (credited) {
    await creditPayments(tx, now, [{ paymentId, key, corrections: 0, companyId, invoiceId: openId, sum }]);
    await confirmPayers(ctx, tx, now, [paymentId]);
  }
  return earlier.sameAsId ?? paymentId;
}

/** Finds payments that files brought before the bank reported this one. */
async function findEarlier(
  tx: Db,
  fast: DuplicateKey,
  prefix: string,
): Promise<{ sameAsId: number | null; alike: number[] }> {
  const documents = await listPossibleDuplicates(tx, { bySbp: false, wanted: [fast] });
  const compared = documents.map(({ id, ...one }) => ({ id, is: comparePayments(fast, one, prefix) }));
  const sure = compared.find(({ is }) => is === 'sure');
  return {
    sameAsId: sure?.id ?? null,
    alike: compared.flatMap(({ id, is }) => (is === 'doubtful' ? [id] : [])),
  };
}

function isOpen({ cancelledAt, paid, sum }: Invoice): boolean {
  return cancelledAt === null && paid < sum;
}

function formatNote(
  ctx: Context,
  decided: {
    isOwn: boolean;
    invoice: Invoice | null;
    openId: number | null;
    sameAsId: number | null;
    alike: readonly number[];
  },
): string {
  const { isOwn, invoice, openId, sameAsId, alike } = decided;
  if (sameAsId !== null) return 'Тот же платёж уже пришёл в выписке: второй раз не зачислен';
  if (!isOwn) return 'Оплата по СБП не со счёта этой компании: проверьте, чьи это деньги';
  if (alike.length > 0) return 'Похоже на платёж из выписки. Зачисляйте, только если деньги пришли дважды';
  if (!invoice || openId === null) return 'Оплата по СБП: счёт уже не ждёт денег, зачислено компании';
  return `Оплата счёта ${invoiceNumber(ctx.programme.today().invoicePrefix, invoice.serial)} по СБП`;
}
