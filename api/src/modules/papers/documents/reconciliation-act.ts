import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import {
  formatDocumentNumber,
  type FrozenCorrection,
  sumNetwork,
  type FrozenMonth,
  type FrozenNetwork,
  type FrozenPayment,
} from './closing/frozen-figures.ts';

/**
 * A document that moved the balance; debit: purchases, debts and repayments to the client; credit: the client's payments
 * and refunds.
 */
export interface ReconciledDocument {
  isSale: boolean;
  /** The operation: «Оплата», «топливо «Газпромнефть»». */
  operation: string;
  /** Title of a payment order or УПД. The number is null where there is none. */
  title: string;
  number: string | null;
  /** `YYYY-MM-DD`: of the document, and when it was booked. */
  dateIso: string;
  bookedIso: string;
  debit: Kopecks;
  credit: Kopecks;
}

/** All data of a reconciliation act. Its PDF and its XML are made only from it. */
export interface ReconciliationAct {
  number: string;
  dateIso: string;
  from: string;
  seller: FrozenMonth['seller'];
  buyer: FrozenMonth['buyer'];
  /** The framework agreement, or null if the company had accepted none or the figures do not name it. */
  agreement: { number: string; dateIso: string } | null;
  /** Positive is the client's advance. opening + credit − debit = closing. */
  opening: Kopecks;
  closing: Kopecks;
  debit: Kopecks;
  credit: Kopecks;
  /** Payments and corrections by time, then what was bought; their sides add up to those of the act. */
  documents: readonly ReconciledDocument[];
}

export function toReconciliationAct(figures: FrozenMonth): ReconciliationAct {
  const { month, dateIso, seller, buyer, opening, closing, agreement = null } = figures;
  const booked = [
    ...figures.payments.map((payment) => ({ at: payment.at, document: paymentDocument(payment) })),
    ...(figures.corrections ?? []).map((correction) => ({
      at: correction.at,
      document: correctionDocument(correction),
    })),
  ].toSorted((a, b) => new Date(a.at).getTime() - new Date(b.at).getTime());
  const documents = [...booked.map(({ document }) => document), ...soldDocuments(figures)];
  const sumSide = (side: 'debit' | 'credit') =>
    kopecks(documents.reduce((sum, document) => sum + document[side], 0));
  return {
    number: formatDocumentNumber(figures, 'reconciliation'),
    dateIso,
    from: `${month}-01`,
    seller,
    buyer,
    agreement,
    opening,
    closing,
    debit: sumSide('debit'),
    credit: sumSide('credit'),
    documents,
  };
}

const NONE = kopecks(0);
export const PAYMENT_ORDER = 'Платёжное поручение';

function paymentDocument(payment: FrozenPayment): ReconciledDocument {
  const { at, basis, sum, isReturn } = payment;
  const bookedIso = moscowDay(new Date(at));
  // The figures store «п/п № 42 от 15.09.2026».
  const [, number = null, day] = /№ (.+) от (\d\d\.\d\d\.\d{4})$/.exec(basis) ?? [];
  return {
    isSale: false,
    operation: formatPaymentKind(payment),
    title: number === null ? 'Бухгалтерская запись' : PAYMENT_ORDER,
    number,
    dateIso: day?.split('.').toReversed().join('-') ?? bookedIso,
    bookedIso,
    debit: isReturn ? kopecks(0 - sum) : NONE,
    credit: isReturn ? NONE : sum,
  };
}

/** A line of a correction: in the client's favour it is a credit, in the seller's a debit. */
function correctionDocument({ at, title, ukdNumber, sum }: FrozenCorrection): ReconciledDocument {
  const bookedIso = moscowDay(new Date(at));
  return {
    isSale: false,
    operation: title,
    title: ukdNumber === null ? 'Бухгалтерская запись' : 'УКД',
    number: ukdNumber,
    dateIso: bookedIso,
    bookedIso,
    debit: sum < 0 ? kopecks(0 - sum) : NONE,
    credit: sum < 0 ? NONE : sum,
  };
}

function soldDocuments(figures: FrozenMonth): ReconciledDocument[] {
  const { dateIso } = figures;
  return figures.networks.flatMap((network) => {
    const returns = network.returns ?? [];
    const sum = kopecks(returns.reduce<number>((left, { change }) => left - change, sumNetwork(network)));
    const isSold = (network.sales || network.services) && (sum !== 0 || returns.length === 0);
    return [
      ...(isSold
        ? [
            {
              isSale: true,
              operation: `${formatSold(network)} «${network.title}»`,
              title: 'УПД',
              number: formatDocumentNumber(figures, 'upd', network.partnerId),
              dateIso,
              bookedIso: dateIso,
              debit: sum,
              credit: NONE,
            },
          ]
        : []),
      ...returns.map(({ number, change }) => ({
        isSale: false,
        operation: `УКД № ${number}, возврат топлива «${network.title}»`,
        title: 'УКД',
        number,
        dateIso,
        bookedIso: dateIso,
        debit: NONE,
        credit: kopecks(0 - change),
      })),
    ];
  });
}

function formatSold({ sales, services }: FrozenNetwork): string {
  if (!services) return 'топливо';
  return sales ? 'топливо и услуги' : 'услуги';
}

function formatPaymentKind({ isReturn, sum }: FrozenPayment): string {
  if (isReturn) return sum < 0 ? 'Возврат аванса' : 'Исправление возврата аванса';
  return sum < 0 ? 'Исправление зачисления' : 'Оплата';
}
