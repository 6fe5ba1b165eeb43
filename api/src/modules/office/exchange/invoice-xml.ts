import { advanceTitle, invoicePurpose, type InvoicePaper } from '../../money/invoices/invoice-pdf.ts';
import { fileId } from '../state-forms/file-id.ts';
import { STATE_FORMS } from '../state-forms/state-form.ts';
import { stateParty } from '../state-forms/state-party.ts';
import {
  hundredths,
  neededText,
  stateDay,
  stateXml,
  xmlText,
  type XmlTree,
} from '../state-forms/state-xml.ts';

const FORM = STATE_FORMS.invoice;
/** A piece in the classifier of units, as the paper has it. */
const PIECE = { code: '796', title: 'шт' };

/**
 * An invoice for payment (`ON_CHETOP`, КНД 1110379), windows-1251: one line, no discount, so that prices with and without one
 * are the same. `ОгранОпДат` is the day up to which it is valid; `email` is the operator's. Made again it is the same file.
 */
export function invoiceXml(paper: InvoicePaper, email: string): { name: string; bytes: Buffer } {
  const { seller, buyer, number, issuedOn, dueOn } = paper;
  const id = fileId({
    form: FORM,
    seller,
    buyer,
    dateIso: issuedOn,
    about: `invoice:${seller.inn}:${number}`,
  });
  const bytes = stateXml({
    Файл: {
      '@ИдФайл': id,
      '@ВерсФорм': FORM.version,
      '@ВерсПрог': 'Магистраль 1.0',
      Документ: {
        '@КНД': FORM.knd,
        '@Функция': '0',
        '@ДатаИнф': stateDay(issuedOn),
        '@ВрИнф': '00:00:00',
        СодСч: {
          '@ДатаДок': stateDay(issuedOn),
          '@НомерДок': number,
          СведТовЦенПок: line(paper),
          ВсегоОпл: total(paper),
          ДопСв: { '@ОгранОпДат': stateDay(dueOn), '@НазнПл': neededText(invoicePurpose(paper), 210) },
          ДенИзм: { '@НаимОКВ': 'Российский рубль', КодОКВ: '643' },
          СвПрод: sellerParty(paper, email),
          СвПокуп: stateParty(buyer),
        },
      },
    },
  });
  return { name: `${id}.xml`, bytes };
}

/** Net and VAT of the whole sum. */
export function netOf({ sumKopecks, vat }: InvoicePaper): { net: number; vat: number } {
  const tax = vat?.vatKopecks ?? 0;
  return { net: sumKopecks - tax, vat: tax };
}

function line(paper: InvoicePaper): XmlTree {
  const { net } = netOf(paper);
  return {
    '@НомСтр': '1',
    '@НаимТов': neededText(advanceTitle(paper), 2000),
    '@ОКЕИТов': PIECE.code,
    '@НаимЕдИзм': PIECE.title,
    '@КолТов': '1',
    '@ЦенаТов': hundredths(net),
    '@ЦенаТовБезСки': hundredths(net),
    '@СтТовБезНДС': hundredths(net),
    '@СтТовУчНал': hundredths(paper.sumKopecks),
    НалСт: paper.vat ? `${paper.vat.ratePercent}%` : 'без НДС',
    СумНал: tax(paper),
    СумНалБезСки: tax(paper),
  };
}

function total(paper: InvoicePaper): XmlTree {
  return {
    '@СтТовБезНДСВсего': hundredths(netOf(paper).net),
    '@СтТовУчНалВсего': hundredths(paper.sumKopecks),
    СумНалВсего: tax(paper),
  };
}

function tax(paper: InvoicePaper): XmlTree {
  return paper.vat ? { СумНал: hundredths(paper.vat.vatKopecks) } : { БезНДС: 'без НДС' };
}

function sellerParty({ seller }: InvoicePaper, email: string): XmlTree {
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
