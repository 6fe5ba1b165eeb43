import { fileId } from '../../state-forms/file-id.ts';
import { getStateForm } from '../../state-forms/state-form.ts';
import { stateParty, stateSigner } from '../../state-forms/state-party.ts';
import { hundredths, neededText, stateDay, stateXml, type XmlTree } from '../../state-forms/state-xml.ts';
import { moscowDay, moscowTimeOfDay } from '../../../../lib/money-format.ts';
import { decimalPrice, formatNamedInvoice, type UpdLine, type UpdDocument } from '../upd-document.ts';

const TITLE = {
  1: {
    function: 'СЧФДОП',
    fact: 'Счет-фактура и документ об отгрузке товаров (выполнении работ), передаче имущественных прав (документ об оказании услуг)',
  },
  2: {
    function: 'ДОП',
    fact: 'Документ об отгрузке товаров (выполнении работ), передаче имущественных прав (документ об оказании услуг)',
  },
} as const;

/** Format 5.03 has no element for line 5б of the form: its field for other text names each invoice (docs/facts.md 13). */
const ADVANCE_INVOICE = 'Строка5б';

export interface StateFile {
  /** File name with `.xml`. */
  name: string;
  bytes: Buffer;
}

export interface SigningState {
  /** Time of the document's publication. A file that is made again is the same file. */
  at: Date;
  /** Source of the document, which makes its name unique. */
  about: string;
}

/** The seller's title of a УПД 5.03 (order ЕД-7-26/970@), windows-1251. */
export function updXml(upd: UpdDocument, made: SigningState): StateFile {
  const { seller, buyer } = upd;
  const madeOn = moscowDay(made.at);
  const form = getStateForm('upd', madeOn);
  const id = fileId({
    form,
    seller,
    buyer,
    dateIso: madeOn,
    about: made.about,
  });
  const title = TITLE[upd.status];
  const bytes = stateXml({
    Файл: {
      '@ИдФайл': id,
      '@ВерсФорм': form.version,
      '@ВерсПрог': 'Магистраль 1.0',
      Документ: {
        '@КНД': form.knd,
        '@Функция': title.function,
        '@ПоФактХЖ': title.fact,
        '@НаимДокОпр': title.fact,
        '@ДатаИнфПр': stateDay(madeOn),
        '@ВремИнфПр': moscowTimeOfDay(made.at).replaceAll(':', '.'),
        '@НаимЭконСубСост': neededText(
          `${seller.name}, ИНН/КПП ${[seller.inn, seller.kpp].filter(Boolean).join('/')}`,
          1000,
        ),
        СвСчФакт: invoice(upd),
        ТаблСчФакт: table(upd),
        СвПродПер: transfer(upd),
        Подписант: stateSigner(seller),
      },
    },
  });
  return { name: `${id}.xml`, bytes };
}

function invoice(upd: UpdDocument): XmlTree {
  const { number, dateIso, seller, buyer, advance, advanceInvoices } = upd;
  return {
    '@НомерДок': number,
    '@ДатаДок': stateDay(dateIso),
    СвПрод: stateParty(seller),
    ГрузОт: { ОнЖе: 'он же' },
    ГрузПолуч: stateParty(buyer),
    СвПРД: advance.map((payment) => ({
      '@НомерПРД': neededText(payment.number, 30),
      '@ДатаПРД': stateDay(payment.dateIso),
      '@СуммаПРД': hundredths(payment.sum),
    })),
    ДокПодтвОтгрНом: {
      '@РеквНаимДок': 'Универсальный передаточный документ',
      '@РеквНомерДок': number,
      '@РеквДатаДок': stateDay(dateIso),
    },
    СвПокуп: stateParty(buyer),
    ДенИзм: { '@КодОКВ': '643', '@НаимОКВ': 'Российский рубль' },
    ИнфПолФХЖ1:
      advanceInvoices.length > 0
        ? {
            ТекстИнф: advanceInvoices.map((named) => ({
              '@Идентиф': ADVANCE_INVOICE,
              '@Значен': neededText(formatNamedInvoice(named), 2000),
            })),
          }
        : undefined,
  };
}

function table({ lines, total, status }: UpdDocument): XmlTree {
  return {
    СведТов: lines.map(goodsLine),
    ВсегоОпл: {
      '@СтТовБезНДСВсего': hundredths(total.net),
      '@СтТовУчНалВсего': hundredths(total.gross),
      СумНалВсего: status === 1 ? { СумНал: hundredths(total.vat) } : { БезНДС: 'без НДС' },
    },
  };
}

/**
 * The State's conditions (sch:assert of 5.03) want a quantity beside the unit's code, and a price above 0 beside a quantity.
 * Money without litres, and litres that cost nothing, have neither: a discount or rounding leaves such lines.
 */
function goodsLine(line: UpdLine, index: number): XmlTree {
  const isCounted = line.price !== null && (line.quantity > 0 || line.gross < 0);
  return {
    '@НомСтр': String(index + 1),
    '@НаимТов': neededText(line.title, 2000),
    '@ОКЕИ_Тов': isCounted ? line.unit.code : undefined,
    '@НаимЕдИзм': line.unit.title,
    '@КолТов': isCounted ? hundredths(line.quantity) : undefined,
    '@ЦенаТов': line.price === null || !isCounted ? undefined : decimalPrice(line.price),
    '@СтТовБезНДС': hundredths(line.net),
    '@НалСт': line.ratePercent === null ? 'без НДС' : `${line.ratePercent}%`,
    '@СтТовУчНал': hundredths(line.gross),
    ДопСведТов: { '@ПрТовРаб': line.isService ? '3' : '1' },
    Акциз: { БезАкциз: 'без акциза' },
    СумНал: line.ratePercent === null ? { БезНДС: 'без НДС' } : { СумНал: hundredths(line.vat) },
  };
}

function transfer({ number, dateIso, from, till, network }: UpdDocument): XmlTree {
  return {
    СвПер: {
      '@СодОпер': 'Товары переданы',
      '@ДатаПер': stateDay(dateIso),
      '@ДатаНачПер': stateDay(from),
      '@ДатаОконПер': stateDay(till),
      ОснПер: {
        '@РеквНаимДок': neededText(`Реестр операций по картам сети «${network}»`, 255),
        '@РеквНомерДок': number,
        '@РеквДатаДок': stateDay(dateIso),
      },
    },
  };
}
