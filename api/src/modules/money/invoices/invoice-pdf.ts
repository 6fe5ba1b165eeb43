import type { Content } from 'pdfmake/interfaces.js';
import type { Requisites } from '#contract/values/requisites.ts';
import { amountInWords } from '../../../lib/amount-in-words.ts';
import {
  formatDateLong,
  formatDateShort,
  formatMoney,
  formatMoneyForBank,
} from '../../../lib/money-format.ts';
import {
  bankBox,
  copyBox,
  heading,
  notice,
  type PdfParty,
  parties,
  partyDetails,
  signatures,
} from '../../../lib/pdf/pdf-blocks.ts';
import { lineTable, type PdfTableColumn, type PdfTableTotal, totals } from '../../../lib/pdf/pdf-tables.ts';
import { mmToPoints, qrCode } from '../../../lib/pdf/pdf-qr.ts';
import { MAX_PURPOSE_LENGTH, paymentQr } from '../../../lib/pdf/payment-qr.ts';
import { CONTENT_WIDTH, renderPdf } from '../../../lib/pdf/pdf.ts';
import type { Vat } from '../../../lib/vat.ts';

/** The agreement under which money is paid. */
export interface PaymentBasis {
  kind: 'contract' | 'framework';
  number: string | null;
  /** `YYYY-MM-DD`. */
  date: string;
}

/** A top-up invoice for printing: one line, one sum. Days are `YYYY-MM-DD`. */
export interface InvoiceDocument {
  /** Number with its prefix: «М-000123». */
  number: string;
  issuedOn: string;
  dueOn: string;
  /** Null while it is valid. */
  cancelledOn: string | null;
  seller: Requisites;
  buyer: PdfParty;
  basis: PaymentBasis | null;
  sumKopecks: number;
  /** The tax included in the sum, as stored with the invoice; null prints «Без НДС». */
  vat: Vat | null;
}

interface PayableLine {
  title: string;
  quantity: number;
  unit: string;
  priceKopecks: number;
  sumKopecks: number;
}

/** Contents of every invoice or bill. `purpose` is null if there is nothing to pay. */
export interface PayableDocument {
  title: string;
  issuedOn: string;
  notice: string;
  seller: Requisites;
  buyer: PdfParty;
  basis: PaymentBasis | null;
  lines: readonly PayableLine[];
  sumKopecks: number;
  vat: Vat | null;
  purpose: string | null;
}

const QR_SIDE_MM = 30;
const QR_GAP = 16;

const BASIS_TEXT = {
  contract: { is: 'Договор', by: 'договору', of: 'договора' },
  framework: { is: 'Рамочное соглашение', by: 'рамочному соглашению', of: 'рамочного соглашения' },
};

const COLUMNS: readonly PdfTableColumn[] = [
  { title: '№', width: 16 },
  { title: 'Товары (работы, услуги)', width: '*' },
  { title: 'Кол-во', width: 38, figures: true },
  { title: 'Ед.', width: 22 },
  { title: 'Цена, ₽', width: 'auto', figures: true },
  { title: 'Сумма, ₽', width: 'auto', figures: true },
];

/** The top-up invoice on one A4 page, in the layout that accountants know (spec §1.15, §2.72; docs/facts.md 2). */
export async function invoicePdf(invoice: InvoiceDocument): Promise<Buffer> {
  const { number, issuedOn, sumKopecks, cancelledOn } = invoice;
  const line = {
    title: advanceTitle(invoice),
    quantity: 1,
    unit: 'шт.',
    priceKopecks: sumKopecks,
    sumKopecks,
  };
  return await payableDocumentPdf({
    ...invoice,
    title: `Счёт на оплату № ${number} от ${formatDateLong(issuedOn)}${cancelledOn === null ? '' : ' (отменён)'}`,
    notice: invoiceNotice(invoice),
    lines: [line],
    purpose: cancelledOn === null ? invoicePurpose(invoice) : null,
  });
}

/** Its one line. */
export function advanceTitle({ basis }: InvoiceDocument): string {
  return `Аванс за нефтепродукты${byBasis(basis)} (пополнение лицевого счёта)`;
}

/** An invoice is only ever cancelled for its twin (`subtractPaid`). */
function invoiceNotice({ basis, dueOn, cancelledOn }: InvoiceDocument): string {
  if (cancelledOn !== null) {
    return (
      `Счёт отменён ${formatDateShort(cancelledOn)}, не оплачивайте его. ` +
      'На ту же сумму в тот же день выставлен другой счёт.'
    );
  }
  return (
    `Внимание! Оплата данного счёта означает согласие с условиями ${formatBasis(basis)}. ` +
    `Счёт действителен до ${formatDateShort(dueOn)}. ` +
    'Укажите номер счёта в назначении платежа: так деньги будут зачислены без задержки.'
  );
}

/** The purpose of the payment, at most 210 characters, with ordinary spaces: printed, and encoded in the QR code. */
export function invoicePurpose(invoice: InvoiceDocument): string {
  const start = `Оплата по счёту № ${invoice.number} от ${formatDateShort(invoice.issuedOn)} за нефтепродукты`;
  const full = `${start}${byBasis(invoice.basis)}${taxPhrase(invoice.vat)}`;
  // The number and the tax must stay; a long contract number may be dropped.
  return full.length <= MAX_PURPOSE_LENGTH ? full : `${start}${taxPhrase(invoice.vat)}`;
}

/** Formats the tax part, which banks expect at the end of a purpose: «. В т.ч. НДС 22% - 27049-18» or «. Без НДС». */
export function taxPhrase(vat: Vat | null): string {
  return vat === null
    ? '. Без НДС'
    : `. В т.ч. НДС ${vat.ratePercent}% - ${formatMoneyForBank(vat.vatKopecks)}`;
}

/** Lays out any invoice or bill. Those for top-ups and for card requests look alike. */
export async function payableDocumentPdf(payable: PayableDocument): Promise<Buffer> {
  const { seller, buyer, basis, lines, sumKopecks } = payable;
  const content: Content[] = [
    notice(payable.notice),
    paymentBlock(payable),
    heading(payable.title),
    parties([
      { role: 'Поставщик', strong: seller.name, text: partyDetails(seller) },
      { role: 'Покупатель', strong: buyer.name, text: partyDetails(buyer) },
      ...(basis === null ? [] : [{ role: 'Основание', text: basisTitle(basis) }]),
    ]),
    lineTable(COLUMNS, lines.map(lineCells)),
    totals(totalRows(payable)),
    { text: `Всего наименований ${lines.length}, на сумму ${formatMoney(sumKopecks)} руб.` },
    { text: amountInWords(sumKopecks), bold: true, fontSize: 10, margin: [0, 2, 0, 0] },
    ...(payable.purpose === null
      ? []
      : [copyBox('Назначение платежа для платёжного поручения', payable.purpose)]),
    signatures(signers(seller)),
  ];
  return await renderPdf({ title: payable.title, author: seller.name, dateIso: payable.issuedOn, content });
}

/** The bank details with the QR code in the corner; only the details if there is nothing to pay. */
function paymentBlock({ seller, sumKopecks, purpose }: PayableDocument): Content {
  if (purpose === null) return bankBox(seller, CONTENT_WIDTH);
  const qrSide = mmToPoints(QR_SIDE_MM);
  const boxWidth = CONTENT_WIDTH - qrSide - QR_GAP;
  const code = payableQr(seller, sumKopecks, purpose);
  return {
    columns: [
      { width: boxWidth, stack: [bankBox(seller, boxWidth)] },
      { width: QR_GAP, text: '' },
      { width: qrSide, stack: [qrCode(code, QR_SIDE_MM, 'Оплата по QR-коду')] },
    ],
  };
}

/** The text of the QR code by which a bank's app pays the seller. */
export function payableQr(seller: Requisites, sumKopecks: number, purpose: string): string {
  return paymentQr({
    payeeName: seller.name,
    account: seller.account,
    bankName: seller.bank,
    bik: seller.bik,
    corrAccount: seller.corrAccount,
    payeeInn: seller.inn,
    payeeKpp: seller.kpp,
    sumKopecks,
    purpose,
  });
}

function lineCells(line: PayableLine, index: number): string[] {
  const { title, quantity, unit, priceKopecks, sumKopecks } = line;
  return [
    String(index + 1),
    title,
    String(quantity),
    unit,
    formatMoney(priceKopecks),
    formatMoney(sumKopecks),
  ];
}

function totalRows({ sumKopecks, vat }: PayableDocument): PdfTableTotal[] {
  return [
    { label: 'Итого', value: formatMoney(sumKopecks) },
    vat === null
      ? { label: 'Без НДС', value: '—' }
      : { label: `В том числе НДС (${vat.ratePercent}\u00a0%)`, value: formatMoney(vat.vatKopecks) },
    { label: 'Всего к оплате', value: `${formatMoney(sumKopecks)}\u00a0₽`, strong: true },
  ];
}

function signers(seller: Requisites): { title: string; name: string }[] {
  if (seller.kpp === null) return [{ title: 'Индивидуальный предприниматель', name: seller.director }];
  return [
    { title: 'Руководитель', name: seller.director },
    { title: 'Главный бухгалтер', name: seller.accountant ?? seller.director },
  ];
}

function basisTitle(basis: PaymentBasis): string {
  return `${BASIS_TEXT[basis.kind].is}${basisNumber(basis)}`;
}

function byBasis(basis: PaymentBasis | null): string {
  return basis === null ? '' : ` по ${BASIS_TEXT[basis.kind].by}${basisNumber(basis)}`;
}

function formatBasis(basis: PaymentBasis | null): string {
  return basis === null ? 'оферты' : BASIS_TEXT[basis.kind].of;
}

function basisNumber({ number, date }: PaymentBasis): string {
  return `${number === null ? '' : ` № ${number}`} от ${formatDateShort(date)}`;
}
