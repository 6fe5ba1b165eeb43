import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { BookingFile } from './booking-file.ts';
import type { DecidedPayment } from './payment-store.ts';

const UNCONFIRMED =
  'Банк не подтверждает: в выписке нет остатков и оборотов этого дня, которые с ней сходятся, и по API банк платежа не называл';

/**
 * Decides which credits of a file wait because its bank does not bear them out: those that take the member who has
 * loaded it above what he may move alone today (decision 107). Returns the decisions, and what he has moved by them.
 */
export function holdUnconfirmed(
  file: BookingFile,
  decided: readonly DecidedPayment[],
  left: Kopecks,
): { decided: DecidedPayment[]; movedAlone: Kopecks } {
  let moved = 0;
  const suspended = decided.map((decidedPayment): DecidedPayment => {
    const { payment, companyId, invoiceId } = decidedPayment;
    if (companyId === null || file.staffId === null || file.isBorneOut(payment)) return decidedPayment;
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
