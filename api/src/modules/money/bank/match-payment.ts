import { createHash } from 'node:crypto';
import { formatRubles } from '../../../lib/money-format.ts';
import {
  DEFAULT_INVOICE_PREFIX,
  findInvoiceNumbers,
  invoiceDigits,
  normalizePurpose,
} from './find-invoice-numbers.ts';
import { hasAccount, type BankFileDocument } from './file/bank-file.ts';

export { findInvoiceNumbers, normalizePurpose } from './find-invoice-numbers.ts';

type Id = string | number;

/** An invoice that is not fully paid. */
export interface OpenInvoice<CompanyId extends Id = Id, InvoiceId extends Id = Id> {
  id: InvoiceId;
  companyId: CompanyId;
  /** Number with its prefix: «М-000123». */
  number: string;
  /** Sum still to be paid. */
  unpaidKopecks: number;
}

/**
 * - `auto`: number, payer's INN and sum agree; credited, the invoice is paid;
 * - `auto-noted`: number and INN agree, the sum does not; credited with a note for a person;
 * - `suggest`: a person confirms the company, and the invoice when one is suggested;
 * - `company`: only the payer's INN is known; credited to the company's unallocated funds;
 * - `unclear`: nothing is credited until a person says whose money it is;
 * - `refund`: money that comes back; a person decides.
 */
export type MatchDecision = 'auto' | 'auto-noted' | 'suggest' | 'company' | 'unclear' | 'refund';

export interface PaymentMatch<CompanyId extends Id = Id, InvoiceId extends Id = Id> {
  decision: MatchDecision;
  companyId?: CompanyId;
  invoiceId?: InvoiceId;
  /** A Russian sentence for the programme's staff. */
  note: string;
}

export interface PaymentToMatch<CompanyId extends Id = Id, InvoiceId extends Id = Id> {
  document: BankFileDocument;
  openInvoices: readonly OpenInvoice<CompanyId, InvoiceId>[];
  companiesByInn: ReadonlyMap<string, CompanyId>;
  /** Titles of the networks by their INN as suppliers. */
  networksByInn?: ReadonlyMap<string, string>;
  /** Prefix of the programme's invoice numbers. */
  prefix?: string;
}

/**
 * Decides whose money an incoming document brings, by the scores of docs/facts.md 3. Only the payer's INN can
 * name the company: when a number points to another company's invoice, nothing is credited (`unclear`, no ids).
 */
export function matchPayment<CompanyId extends Id, InvoiceId extends Id>(
  payment: PaymentToMatch<CompanyId, InvoiceId>,
): PaymentMatch<CompanyId, InvoiceId> {
  const { document, openInvoices, companiesByInn, networksByInn, prefix = DEFAULT_INVOICE_PREFIX } = payment;
  const companyId = document.payer.inn === null ? undefined : companiesByInn.get(document.payer.inn);
  const numbers = findInvoiceNumbers(document.purpose, prefix);
  const named = openInvoices.filter(({ number }) => numbers.includes(invoiceDigits(number)));

  const network = companyId === undefined ? networksByInn?.get(document.payer.inn ?? '') : undefined;
  if (network !== undefined) return { decision: 'refund', note: describeNetworkRefund(network) };
  if (isRefund(document))
    return { decision: 'refund', companyId, note: 'В назначении платежа указан возврат' };
  if (companyId === undefined) return unclear(document, named);
  const own = named.filter((invoice) => invoice.companyId === companyId);
  if (own.length < named.length) return unclear(document, named);
  if (numbers.length > 1) return severalInvoices(companyId, numbers);
  const [invoice] = own;
  if (own.length === 1 && invoice) return numbered(document, invoice);
  return unnumbered(document, companyId, openInvoices, numbers);
}

/** Incoming and executed: the payee is our own account, the money has arrived, and it came from another account. */
export function isIncoming(ownAccount: string, document: BankFileDocument): boolean {
  const { payer, payee, creditedOn, sumKopecks } = document;
  return (
    hasAccount(payee, ownAccount) && !hasAccount(payer, ownAccount) && creditedOn !== null && sumKopecks > 0
  );
}

/**
 * Identifies a document in every statement that contains it: SHA-256 in hex over our account, the day of crediting,
 * number, date, kopecks, payer's account, payer's INN and purpose. The same statement is loaded many times.
 */
export function bankFileDocumentKey(ownAccount: string, document: BankFileDocument): string {
  const { payer, purpose } = document;
  if (payer.inn === null) return keyWithoutInn(ownAccount, document);
  return documentHash([...namelessParts(ownAccount, document), payer.inn], purpose);
}

/** The key of the same document in a statement that leaves the payer's INN out, and of one that was booked by an earlier program. */
export function keyWithoutInn(ownAccount: string, document: BankFileDocument): string {
  return documentHash(namelessParts(ownAccount, document), document.purpose);
}

function namelessParts(ownAccount: string, document: BankFileDocument): (string | number | null)[] {
  const { creditedOn, number, date, sumKopecks, payer } = document;
  return [ownAccount, creditedOn, number, date, sumKopecks, payer.account ?? payer.settlementAccount];
}

/** SHA-256 in hex over the parts; how a bank spaces the purpose makes no difference. */
export function documentHash(parts: readonly (string | number | null)[], purpose: string): string {
  const plainPurpose = purpose.replace(/\s+/g, ' ').trim();
  return createHash('sha256')
    .update(JSON.stringify([...parts, plainPurpose]))
    .digest('hex');
}

function isRefund({ purpose }: BankFileDocument): boolean {
  return /(?<![А-Я])ВОЗВРА[ТЩ]/.test(normalizePurpose(purpose));
}

/** Money of a supplier is no client's: staff read where it belongs. */
function describeNetworkRefund(network: string): string {
  return (
    `Это возврат от сети «${network}»: плательщик найден по её ИНН. Клиенту не зачисляйте: ` +
    'учтите возврат, и он уменьшит оплаченное на экране «Счета сетей»'
  );
}

/** Number and INN agree; the sum decides how much a person has to check. */
function numbered<C extends Id, I extends Id>(
  document: BankFileDocument,
  invoice: OpenInvoice<C, I>,
): PaymentMatch<C, I> {
  const { id: invoiceId, companyId, number } = invoice;
  const difference = document.sumKopecks - invoice.unpaidKopecks;
  if (difference === 0) return { decision: 'auto', companyId, invoiceId, note: `Оплата счёта ${number}` };
  const how = difference < 0 ? 'Частичная оплата' : 'Переплата';
  const note =
    `${how} счёта ${number}: поступило ${formatRubles(document.sumKopecks)} ` +
    `вместо ${formatRubles(invoice.unpaidKopecks)}`;
  return { decision: 'auto-noted', companyId, invoiceId, note };
}

function severalInvoices<C extends Id, I extends Id>(
  companyId: C,
  numbers: readonly string[],
): PaymentMatch<C, I> {
  const note = `В назначении платежа несколько счетов (${numbers.join(', ')}): разделите деньги между ними`;
  return { decision: 'suggest', companyId, note };
}

/** The payer is known, the invoice is not: a single open invoice of exactly this sum is worth suggesting. */
function unnumbered<C extends Id, I extends Id>(
  document: BankFileDocument,
  companyId: C,
  openInvoices: readonly OpenInvoice<C, I>[],
  numbers: readonly string[],
): PaymentMatch<C, I> {
  const missing =
    numbers.length === 0 ? 'Номер счёта не указан' : `Счёт ${numbers[0]} не найден среди неоплаченных`;
  const candidates = openInvoices.filter(
    (invoice) => invoice.companyId === companyId && invoice.unpaidKopecks === document.sumKopecks,
  );
  const [only] = candidates;
  if (candidates.length === 1 && only) {
    const note = `${missing}, сумма совпадает со счётом ${only.number}`;
    return { decision: 'suggest', companyId, invoiceId: only.id, note };
  }
  return { decision: 'company', companyId, note: `${missing}: деньги компании без счёта` };
}

function unclear<C extends Id, I extends Id>(
  { payer }: BankFileDocument,
  named: readonly OpenInvoice<C, I>[],
): PaymentMatch<C, I> {
  const numbers = named.map(({ number }) => number).join(', ');
  // Without an INN the payer is unknown. It may be a client, such as a sole trader who pays from a personal account.
  if (payer.inn === null) {
    const more =
      numbers === '' ? ': найдите клиента по имени и назначению' : `, в назначении счёт ${numbers}`;
    return { decision: 'unclear', note: `ИНН плательщика не указан${more}` };
  }
  const inn = `ИНН плательщика ${payer.inn}`;
  if (numbers === '') return { decision: 'unclear', note: `${inn}: такой компании в программе нет` };
  return { decision: 'unclear', note: `${inn}, а в назначении счёт другой компании: ${numbers}` };
}
