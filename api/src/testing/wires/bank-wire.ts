/** Movements as the banks write them, for tests of the adapters and of what is booked from them. */
export interface WireMovement {
  id: string;
  number: string;
  /** Rubles. */
  sum: number;
  /** ISO 8601 in UTC. */
  at: string;
  /** Date of the order, where it differs from that of `at`. */
  dated?: string;
  inn: string;
  purpose: string;
  payer?: string;
  payee?: string;
}

const PAYER = '40702810500000000001';
const PAYEE = '40702810200000000001';

export function tbankOperation(input: WireMovement) {
  const { id, number, sum, at, dated, inn, purpose, payer = PAYER, payee = PAYEE } = input;
  return {
    operationId: id,
    operationDate: at,
    operationStatus: 'Transaction',
    accountNumber: PAYEE,
    typeOfOperation: payee === PAYEE ? 'Credit' : 'Debit',
    documentNumber: number,
    docDate: dated ?? at,
    accountAmount: sum,
    accountCurrencyDigitalCode: '643',
    payPurpose: purpose,
    payer: { acct: payer, inn, kpp: '0', name: 'ООО «Перевозчик»', bicRu: '044525974', bankName: 'Банк' },
    receiver: { acct: payee, inn: '7712345671', name: 'ООО «Магистраль»' },
  };
}

export function sberTransaction(input: WireMovement) {
  const { id, number, sum, at, dated, inn, purpose, payer = PAYER, payee = PAYEE } = input;
  return {
    operationId: id,
    uuid: `u-${id}`,
    number,
    documentDate: dated ?? at.slice(0, 10),
    // Sber writes UTC without marking it.
    operationDate: at.replace('Z', ''),
    direction: payee === PAYEE ? 'CREDIT' : 'DEBIT',
    amount: { amount: sum.toFixed(2), currencyName: 'RUB' },
    amountRub: { amount: sum.toFixed(2), currencyName: 'RUB' },
    paymentPurpose: purpose,
    rurTransfer: { payerAccount: payer, payerInn: inn, payerName: 'ООО «Перевозчик»', payeeAccount: payee },
  };
}
