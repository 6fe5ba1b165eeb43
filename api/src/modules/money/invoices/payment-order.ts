import type { Requisites } from '#contract/values/requisites.ts';
import { formatDateShort, formatMoment, moscowDay } from '../../../lib/money-format.ts';
import type { PdfParty } from '../../../lib/pdf/pdf-blocks.ts';
import { windows1251 } from '../../../lib/tables/windows-1251.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict } from '../../../errors.ts';
import type { FileAnswer } from '../../../http/call.ts';
import { vatIncluded } from '../../../lib/vat.ts';
import { findPayerAccount, type Invoice } from './invoices.ts';
import { invoicePurpose } from './invoice-pdf.ts';
import { readInvoiceDocument } from './print-invoice.ts';

/** Contents of a payment order. Days are `YYYY-MM-DD`. */
export interface PaymentOrderDocument {
  number: string;
  datedOn: string;
  /** «14:05:09», of Moscow. */
  writtenAt: string;
  /** The program that has written it. */
  sender: string;
  sumKopecks: number;
  payer: PdfParty;
  /** Null if the account is unknown. The bank's program then asks for it. */
  payerAccount: { account: string; bik: string | null } | null;
  payee: Requisites;
  purpose: string;
}

/** The file of a payment order by 1CClientBankExchange 1.03, the way that 1C and the programs of banks read it (docs/facts.md 3). */
export function paymentOrderFile(order: PaymentOrderDocument): Buffer {
  const { payer, payee } = order;
  const payerAccount = order.payerAccount?.account;
  const day = formatDateShort(order.datedOn);
  const lines: [key: string, value: string | null | undefined][] = [
    ['ВерсияФормата', '1.03'],
    ['Кодировка', 'Windows'],
    ['Отправитель', order.sender],
    ['Получатель', ''],
    ['ДатаСоздания', day],
    ['ВремяСоздания', order.writtenAt],
    ['ДатаНачала', day],
    ['ДатаКонца', day],
    ['РасчСчет', payerAccount],
    ['Документ', 'Платежное поручение'],
    ['СекцияДокумент', 'Платежное поручение'],
    ['Номер', order.number],
    ['Дата', day],
    ['Сумма', rubles(order.sumKopecks)],
    ['ПлательщикСчет', payerAccount],
    ['Плательщик', `ИНН ${payer.inn} ${payer.name}`],
    ['ПлательщикИНН', payer.inn],
    ['ПлательщикКПП', payer.kpp],
    ['Плательщик1', payer.name],
    ['ПлательщикРасчСчет', payerAccount],
    ['ПлательщикБИК', order.payerAccount?.bik],
    ['ПолучательСчет', payee.account],
    ['Получатель', `ИНН ${payee.inn} ${payee.name}`],
    ['ПолучательИНН', payee.inn],
    ['ПолучательКПП', payee.kpp],
    ['Получатель1', payee.name],
    ['ПолучательРасчСчет', payee.account],
    ['ПолучательБанк1', payee.bank],
    ['ПолучательБИК', payee.bik],
    ['ПолучательКорсчет', payee.corrAccount],
    ['ВидПлатежа', 'Электронно'],
    ['ВидОплаты', '01'],
    ['Очередность', '5'],
    ['НазначениеПлатежа', order.purpose],
  ];
  const written = lines.flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [`${key}=${onOneLine(value)}`],
  );
  const text = ['1CClientBankExchange', ...written, 'КонецДокумента', 'КонецФайла', ''].join('\r\n');
  return windows1251(text);
}

function rubles(sumKopecks: number): string {
  return `${Math.floor(sumKopecks / 100)}.${String(sumKopecks % 100).padStart(2, '0')}`;
}

/** A break would begin a key of its own, and a name may hold anything. */
function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A payment order has six digits at most; the payer may give it another number. */
const NUMBERS = 1_000_000;

/** The payment order for what an invoice still awaits. 409: there is nothing to pay. */
export async function printPaymentOrder(
  ctx: Context,
  scope: CompanyScope,
  invoice: Invoice,
): Promise<FileAnswer> {
  if (invoice.cancelledAt) throw conflict('Счёт отменён, не оплачивайте его');
  const awaited = invoice.sum - invoice.paid;
  if (awaited <= 0) throw conflict('Счёт уже оплачен');
  const invoiceDocument = await readInvoiceDocument(ctx, scope, invoice);
  const now = ctx.clock.now();
  const file = paymentOrderFile({
    number: String(invoice.serial % NUMBERS || NUMBERS - 1),
    datedOn: moscowDay(now),
    writtenAt: formatMoment(now).split(' ')[1] ?? '',
    sender: ctx.programme.today().name,
    sumKopecks: awaited,
    payer: invoiceDocument.buyer,
    payerAccount: await findPayerAccount(ctx.db.system, scope.companyId),
    payee: invoiceDocument.seller,
    purpose: invoicePurpose({
      ...invoiceDocument,
      sumKopecks: awaited,
      vat: vatIncluded(awaited, invoice.issuedOn),
    }),
  });
  return {
    file,
    name: `Платёжное поручение по счёту ${invoiceDocument.number}.txt`,
    mime: 'text/plain; charset=windows-1251',
  };
}
