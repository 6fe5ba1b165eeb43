import { moscowDay, moscowTimeOfDay } from '../../../lib/money-format.ts';
import type { SigningState, StateFile } from '../documents/xml/upd-xml.ts';
import { fileId } from '../state-forms/file-id.ts';
import { getStateForm } from '../state-forms/state-form.ts';
import { stateParty, stateSigner } from '../state-forms/state-party.ts';
import { hundredths, neededText, stateDay, stateXml, type XmlTree } from '../state-forms/state-xml.ts';
import type { AdvanceInvoice } from '../advances/advances.ts';

/** The form's code for an invoice about money received beforehand: it has no shipment to name. */
const RECEIVED_BEFOREHAND = '2';

/** The name of the goods in an invoice for an advance: at its date it is not known which fuel will be bought. */
export const PREPAYMENT = 'предварительная оплата';

/** An invoice for an advance in the form of УПД 5.03 with the function СЧФ (order ЕД-7-26/970@), windows-1251. */
export function advanceInvoiceXml(invoice: AdvanceInvoice, made: SigningState): StateFile {
  const { seller, buyer } = invoice;
  const madeOn = moscowDay(made.at);
  const form = getStateForm('advanceInvoice', madeOn);
  const id = fileId({ form, seller, buyer, dateIso: madeOn, about: made.about });
  const bytes = stateXml({
    Файл: {
      '@ИдФайл': id,
      '@ВерсФорм': form.version,
      '@ВерсПрог': 'Магистраль 1.0',
      Документ: {
        '@КНД': form.knd,
        '@Функция': 'СЧФ',
        '@ДатаИнфПр': stateDay(madeOn),
        '@ВремИнфПр': moscowTimeOfDay(made.at).replaceAll(':', '.'),
        '@НаимЭконСубСост': neededText(
          `${seller.name}, ИНН/КПП ${[seller.inn, seller.kpp].filter(Boolean).join('/')}`,
          1000,
        ),
        СвСчФакт: head(invoice),
        ТаблСчФакт: table(invoice),
        Подписант: stateSigner(seller),
      },
    },
  });
  return { name: `${id}.xml`, bytes };
}

function head({ number, dateIso, seller, buyer, payments }: AdvanceInvoice): XmlTree {
  return {
    '@НомерДок': number,
    '@ДатаДок': stateDay(dateIso),
    СвПрод: stateParty(seller),
    СвПРД: payments.map((payment) => ({
      '@НомерПРД': neededText(payment.number, 30),
      '@ДатаПРД': stateDay(payment.dateIso),
      '@СуммаПРД': hundredths(payment.sum),
    })),
    СвПокуп: stateParty(buyer),
    ДенИзм: { '@КодОКВ': '643', '@НаимОКВ': 'Российский рубль' },
    ДопСвФХЖ1: { '@СпОбстФСЧФ': RECEIVED_BEFOREHAND },
  };
}

function table({ gross, vat, ratePercent }: AdvanceInvoice): XmlTree {
  return {
    СведТов: {
      '@НомСтр': '1',
      '@НаимТов': PREPAYMENT,
      '@НалСт': `${ratePercent}/${100 + ratePercent}`,
      '@СтТовУчНал': hundredths(gross),
      Акциз: { БезАкциз: 'без акциза' },
      СумНал: { СумНал: hundredths(vat) },
    },
    ВсегоОпл: { '@СтТовУчНалВсего': hundredths(gross), СумНалВсего: { СумНал: hundredths(vat) } },
  };
}
