import { advanceTitle, invoicePurpose, type InvoiceDocument } from '../../money/invoices/invoice-pdf.ts';
import { fileId } from '../state-forms/file-id.ts';
import { getStateForm } from '../state-forms/state-form.ts';
import { stateParty } from '../state-forms/state-party.ts';
import {
  hundredths,
  neededText,
  stateDay,
  stateXml,
  xmlText,
  type XmlTree,
} from '../state-forms/state-xml.ts';

/** A piece in the classifier of units, as in the document. */
const PIECE = { code: '796', title: 'шт' };

/**
 * An invoice for payment (`ON_CHETOP`, КНД 1110379), windows-1251: one line, no discount, so that prices with and without one
 * are the same. `ОгранОпДат` is the last day of its validity; `email` is the operator's. A repeat makes the same file.
 */
export function invoiceXml(invoice: InvoiceDocument, email: string): { name: string; bytes: Buffer } {
  const { seller, buyer, number, issuedOn, dueOn } = invoice;
  const form = getStateForm('invoice', issuedOn);
  const id = fileId({
    form,
    seller,
    buyer,
    dateIso: issuedOn,
    about: `invoice:${seller.inn}:${number}`,
  });
  const bytes = stateXml({
    Файл: {
      '@ИдФайл': id,
      '@ВерсФорм': form.version,
      '@ВерсПрог': 'Магистраль 1.0',
      Документ: {
        '@КНД': form.knd,
        '@Функция': '0',
        '@ДатаИнф': stateDay(issuedOn),
        '@ВрИнф': '00:00:00',
        СодСч: {
          '@ДатаДок': stateDay(issuedOn),
          '@НомерДок': number,
          СведТовЦенПок: line(invoice),
          ВсегоОпл: total(invoice),
          ДопСв: { '@ОгранОпДат': stateDay(dueOn), '@НазнПл': neededText(invoicePurpose(invoice), 210) },
          ДенИзм: { '@НаимОКВ': 'Российский рубль', КодОКВ: '643' },
          СвПрод: sellerParty(invoice, email),
          СвПокуп: stateParty(buyer),
        },
      },
    },
  });
  return { name: `${id}.xml`, bytes };
}

/** Net and VAT of the whole sum. */
export function toNet({ sumKopecks, vat }: InvoiceDocument): { net: number; vat: number } {
  const tax = vat?.vatKopecks ?? 0;
  return { net: sumKopecks - tax, vat: tax };
}

function line(invoice: InvoiceDocument): XmlTree {
  const { net } = toNet(invoice);
  return {
    '@НомСтр': '1',
    '@НаимТов': neededText(advanceTitle(invoice), 2000),
    '@ОКЕИТов': PIECE.code,
    '@НаимЕдИзм': PIECE.title,
    '@КолТов': '1',
    '@ЦенаТов': hundredths(net),
    '@ЦенаТовБезСки': hundredths(net),
    '@СтТовБезНДС': hundredths(net),
    '@СтТовУчНал': hundredths(invoice.sumKopecks),
    НалСт: invoice.vat ? `${invoice.vat.ratePercent}%` : 'без НДС',
    СумНал: tax(invoice),
    СумНалБезСки: tax(invoice),
  };
}

function total(invoice: InvoiceDocument): XmlTree {
  return {
    '@СтТовБезНДСВсего': hundredths(toNet(invoice).net),
    '@СтТовУчНалВсего': hundredths(invoice.sumKopecks),
    СумНалВсего: tax(invoice),
  };
}

function tax(invoice: InvoiceDocument): XmlTree {
  return invoice.vat ? { СумНал: hundredths(invoice.vat.vatKopecks) } : { БезНДС: 'без НДС' };
}

function sellerParty({ seller }: InvoiceDocument, email: string): XmlTree {
  const { ИдСв, Адрес } = stateParty(seller);
  return {
    ИдСв,
    БанкРекв: {
      '@НомерСчета': seller.account,
      '@НаимБанк': neededText(seller.bank, 1000),
      '@БИК': seller.bik,
      '@КорСчет': seller.corrAccount,
    },
    Адрес,
    Контакт: { Тлф: xmlText(seller.phone, 255), ЭлПочта: xmlText(email, 255) },
  };
}
