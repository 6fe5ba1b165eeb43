import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { lockClientIds } from '../../companies/companies/companies.ts';
import { listSuppliers } from '../../programme/partners/suppliers.ts';
import { findAwaitedInvoices, invoiceNumber, type Invoice } from '../invoices/invoices.ts';
import { findFastPayments } from './known-payments.ts';
import { findInvoiceNumbers, matchPayment, type MatchDecision, type OpenInvoice } from './match-payment.ts';
import type { BookingFile } from './booking-file.ts';
import { findLookAlikes } from './look-alikes.ts';
import type { DecidedPayment } from './payment-store.ts';
import type { IncomingPayment, PaymentState } from './payment.ts';

const STATES: Record<MatchDecision, PaymentState> = {
  auto: 'credited',
  'auto-noted': 'credited',
  company: 'credited',
  suggest: 'review',
  unclear: 'review',
  refund: 'refund',
};

const ALREADY_BOOKED_NOTE =
  'Похоже на платёж, который уже загружен: те же плательщик, дата и сумма. ' +
  'Сравните строки и зачисляйте, только если деньги пришли дважды';

const PAID_BY_SBP = 'Тот же платёж уже зачислен по СБП: второй раз не зачислен';
const LOOKS_LIKE_SBP =
  'Похоже на платёж, который пришёл по СБП. Зачисляйте, только если деньги пришли дважды';

const OF_FUTURE =
  'День поступления ещё не наступил: сверьте документ с банком и зачисляйте, только если деньги пришли';

/**
 * Decides which company each payment belongs to (docs/facts.md 3, "Matching to invoice"), one after another: what an
 * earlier one has paid of an invoice counts as paid for the later ones. What looks like a booked payment waits for a
 * person, because a number or purpose that the bank wrote differently must not credit it twice, and so does what has a day
 * to come. A payment that came by СБП before is set aside if it is surely the same.
 */
export async function decidePayments(
  ctx: Context,
  tx: Db,
  payments: readonly IncomingPayment[],
  file: BookingFile,
): Promise<DecidedPayment[]> {
  if (payments.length === 0) return [];
  const today = moscowDay(ctx.clock.now());
  const prefix = ctx.programme.today().invoicePrefix;
  const companiesByInn = await lockClientIds(
    tx,
    payments.flatMap(({ document }) => document.payer.inn ?? []),
  );
  const suppliers = await listSuppliers(tx);
  const networksByInn = new Map(suppliers.flatMap(({ inn, title }) => (inn === null ? [] : [[inn, title]])));
  const invoices = await findAwaitedInvoices(tx, wanted(payments, companiesByInn, prefix));
  const unpaid = new Map(invoices.map((invoice) => [invoice.id, invoice.sum - invoice.paid]));
  const lookAlikes = await findLookAlikes(tx, file, payments);
  const byFast = await findFastPayments(tx, payments, prefix);
  return payments.map((payment) => {
    const fast = byFast.get(payment.key);
    if (fast?.sure) return duplicateOfFastPayment(payment, fast.id);
    const alike = {
      lookAlikes: [...(lookAlikes.get(payment.key) ?? []), ...(fast?.ids ?? []).map((id) => ({ id }))],
      sameAsId: null,
    };
    const isProbablyBooked = alike.lookAlikes.length > 0;
    const openInvoices = invoices.flatMap((invoice) =>
      openInvoice(invoice, unpaid.get(invoice.id) ?? 0, prefix),
    );
    const { document } = payment;
    const match = matchPayment({ document, openInvoices, companiesByInn, networksByInn, prefix });
    const decided = STATES[match.decision];
    const isOfFuture = payment.document.creditedOn > today;
    const state = (isProbablyBooked || isOfFuture) && decided === 'credited' ? 'review' : decided;
    const note = [
      ...(isProbablyBooked ? [fast ? LOOKS_LIKE_SBP : ALREADY_BOOKED_NOTE] : []),
      ...(isOfFuture ? [OF_FUTURE] : []),
      match.note,
    ].join('. ');
    const companyId = match.companyId ?? null;
    const invoiceId = match.invoiceId ?? null;
    if (state !== 'credited') {
      const suggested = { suggestedCompanyId: companyId, suggestedInvoiceId: invoiceId };
      return { payment, state, note, companyId: null, invoiceId: null, ...suggested, ...alike };
    }
    if (invoiceId !== null) {
      unpaid.set(invoiceId, (unpaid.get(invoiceId) ?? 0) - payment.document.sumKopecks);
    }
    const noSuggestion = { suggestedCompanyId: null, suggestedInvoiceId: null };
    return { payment, state, note, companyId, invoiceId, ...noSuggestion, ...alike };
  });
}

function duplicateOfFastPayment(payment: IncomingPayment, id: number): DecidedPayment {
  return {
    payment,
    state: 'duplicate',
    note: PAID_BY_SBP,
    companyId: null,
    invoiceId: null,
    suggestedCompanyId: null,
    suggestedInvoiceId: null,
    lookAlikes: [{ id }],
    sameAsId: id,
  };
}

/**
 * Builds the search for the invoices that could be meant: by the numbers in the purposes and the payers' exact sums.
 */
function wanted(
  payments: readonly IncomingPayment[],
  companiesByInn: ReadonlyMap<string, number>,
  prefix: string,
): Parameters<typeof findAwaitedInvoices>[1] {
  return {
    serials: payments.flatMap(({ document }) => findInvoiceNumbers(document.purpose, prefix).map(Number)),
    owed: payments.flatMap(({ document: { payer, sumKopecks } }) => {
      const companyId = payer.inn === null ? undefined : companiesByInn.get(payer.inn);
      return companyId === undefined ? [] : [{ companyId, sum: kopecks(sumKopecks) }];
    }),
  };
}

function openInvoice(invoice: Invoice, unpaidKopecks: number, prefix: string): OpenInvoice<number, number>[] {
  if (unpaidKopecks <= 0) return [];
  const { id, companyId, serial } = invoice;
  return [{ id, companyId, number: invoiceNumber(prefix, serial), unpaidKopecks }];
}

const UNCONFIRMED =
  'Банк не подтверждает: в выписке нет остатков и оборотов этого дня, которые с ней сходятся, и по API банк платежа не называл';

/**
 * Decides which credits of a file wait because its bank does not confirm them: those that take the member who loaded
 * the file above what this member may move alone today (decision 107). Returns the decisions, and the sum that the
 * member has moved by them.
 */
export function suspendUnconfirmed(
  file: BookingFile,
  decided: readonly DecidedPayment[],
  left: Kopecks,
): { decided: DecidedPayment[]; movedAlone: Kopecks } {
  let moved = 0;
  const suspended = decided.map((decidedPayment): DecidedPayment => {
    const { payment, companyId, invoiceId } = decidedPayment;
    if (companyId === null || file.staffId === null || file.isConfirmedByBank(payment)) return decidedPayment;
    const { sumKopecks } = payment.document;
    if (moved + sumKopecks <= left) {
      moved += sumKopecks;
      return decidedPayment;
    }
    return {
      ...decidedPayment,
      state: 'review',
      note: `${UNCONFIRMED}. ${decidedPayment.note}`,
      companyId: null,
      invoiceId: null,
      suggestedCompanyId: companyId,
      suggestedInvoiceId: invoiceId,
      unconfirmed: true,
    };
  });
  return { decided: suspended, movedAlone: kopecks(moved) };
}
