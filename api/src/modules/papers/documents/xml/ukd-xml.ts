import { moscowDay, moscowTimeOfDay } from '../../../../lib/money-format.ts';
import { fileId, participantId } from '../../state-forms/file-id.ts';
import { getStateForm } from '../../state-forms/state-form.ts';
import { isSoleTrader, stateParty, statePerson } from '../../state-forms/state-party.ts';
import { hundredths, neededText, stateDay, stateXml, type XmlTree } from '../../state-forms/state-xml.ts';
import type { UkdLine, UkdDocument, UkdTotal } from '../corrections/ukd-document.ts';
import { decimalPrice, type UpdLine, type UpdDocument } from '../upd-document.ts';
import type { SigningState, StateFile } from './upd-xml.ts';

const FACT =
  'Корректировочный счет-фактура и документ, подтверждающий согласие (факт уведомления) покупателя на изменение стоимости';

/** The seller's title of a УКД (order ЕД-7-26/736@), windows-1251. */
export function ukdXml(ukd: UkdDocument, made: SigningState): StateFile {
  const { seller, buyer, status } = ukd.original;
  const madeOn = moscowDay(made.at);
  const form = getStateForm('ukd', madeOn);
  const id = fileId({
    form,
    seller,
    buyer,
    dateIso: madeOn,
    about: made.about,
  });
  const bytes = stateXml({
    Файл: {
      '@ИдФайл': id,
      '@ВерсФорм': form.version,
      '@ВерсПрог': 'Магистраль 1.0',
      СвУчДокОбор: { '@ИдОтпр': participantId(seller), '@ИдПол': participantId(buyer) },
      Документ: {
        '@КНД': form.knd,
        '@Функция': status === 1 ? 'КСЧФДИС' : 'ДИС',
        '@ПоФактХЖ': FACT,
        '@НаимДокОпр': FACT,
        '@ДатаИнфПр': stateDay(madeOn),
        '@ВремИнфПр': moscowTimeOfDay(made.at).replaceAll(':', '.'),
        '@НаимЭконСубСост': neededText(seller.name, 1000),
        СвКСчФ: correction(ukd),
        ТаблКСчФ: table(ukd),
        СодФХЖ3: content(ukd),
        Подписант: signer(ukd.original),
      },
    },
  });
  return { name: `${id}.xml`, bytes };
}

function correction({ number, dateIso, original }: UkdDocument): XmlTree {
  return {
    '@НомерКСчФ': number,
    '@ДатаКСчФ': stateDay(dateIso),
    '@КодОКВ': '643',
    СчФ: { '@НомерСчФ': original.number, '@ДатаСчФ': stateDay(original.dateIso) },
    СвПрод: stateParty(original.seller),
    СвПокуп: stateParty(original.buyer),
    ДопСвФХЖ1: { '@НаимОКВ': 'Российский рубль' },
  };
}

function table({ lines, more, less }: UkdDocument): XmlTree {
  return {
    СведТов: lines.map(goodsLine),
    ВсегоУвел: more.gross > 0 ? totals(more) : undefined,
    ВсегоУм: less.gross > 0 || more.gross === 0 ? totals(less) : undefined,
  };
}

function totals({ net, vat, gross }: UkdTotal): XmlTree {
  return {
    '@СтТовБезНДСВсего': hundredths(net),
    '@СтТовУчНалВсего': hundredths(gross),
    СумНал: hundredths(vat),
  };
}

function goodsLine({ place, before, after }: UkdLine): XmlTree {
  const rate = before.ratePercent === null ? 'без НДС' : `${before.ratePercent}%`;
  const price = (line: UpdLine): string | undefined =>
    line.price === null ? undefined : decimalPrice(line.price);
  return {
    '@НомСтр': String(place),
    '@НаимТов': neededText(before.title, 2000),
    '@ОКЕИ_ТовДо': before.unit.code,
    '@ОКЕИ_ТовПосле': after.unit.code,
    '@КолТовДо': hundredths(before.quantity),
    '@КолТовПосле': hundredths(after.quantity),
    '@ЦенаТовДо': price(before),
    '@ЦенаТовПосле': price(after),
    '@НалСтДо': rate,
    '@НалСтПосле': rate,
    СтТовБезНДС: change(before.net, after.net),
    АкцизДо: { БезАкциз: 'без акциза' },
    АкцизПосле: { БезАкциз: 'без акциза' },
    СумНалДо: tax(before),
    СумНалПосле: tax(after),
    СумНалРазн: taxChange(before, after),
    СтТовУчНал: change(before.gross, after.gross),
  };
}

/** Returns the values before and after, and the increase or decrease. */
function change(before: number, after: number): XmlTree {
  const difference = after - before;
  return {
    '@СтоимДоИзм': hundredths(before),
    '@СтоимПослеИзм': hundredths(after),
    '@СтоимУвел': difference > 0 ? hundredths(difference) : undefined,
    '@СтоимУм': difference < 0 ? hundredths(-difference) : undefined,
  };
}

function tax({ ratePercent, vat }: UpdLine): XmlTree {
  return ratePercent === null ? { БезНДС: 'без НДС' } : { СумНДС: hundredths(vat) };
}

function taxChange(before: UpdLine, after: UpdLine): XmlTree | undefined {
  if (after.vat === before.vat) return undefined;
  const difference = hundredths(Math.abs(after.vat - before.vat));
  return after.vat > before.vat ? { СумУвел: difference } : { СумУм: difference };
}

function content({ reason, original }: UkdDocument): XmlTree {
  return {
    '@СодОпер': neededText(reason, 1000),
    ПередатДокум: {
      '@НаимОсн': 'Универсальный передаточный документ',
      '@НомОсн': original.number,
      '@ДатаОсн': stateDay(original.dateIso),
    },
  };
}

function signer({ seller }: UpdDocument): XmlTree {
  const { director, signatory, inn, name } = seller;
  const position = neededText(signatory?.position ?? 'Руководитель', 128);
  const person = statePerson(signatory?.name ?? director);
  return {
    '@ОблПолн': '6',
    '@Статус': '1',
    '@ОснПолн': signatory?.proxy ? `Доверенность № ${signatory.proxy.number}` : 'Должностные обязанности',
    ...(isSoleTrader(seller)
      ? { ИП: { '@ИННФЛ': inn, ФИО: person } }
      : { ЮЛ: { '@ИННЮЛ': inn, '@НаимОрг': neededText(name, 1000), '@Должн': position, ФИО: person } }),
  };
}
