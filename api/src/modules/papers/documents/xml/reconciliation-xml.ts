import { moscowDay, moscowTimeOfDay } from '../../../../lib/money-format.ts';
import type { PdfParty } from '../../../../lib/pdf/pdf-blocks.ts';
import { fileId } from '../../state-forms/file-id.ts';
import { getStateForm } from '../../state-forms/state-form.ts';
import { isSoleTrader, statePerson } from '../../state-forms/state-party.ts';
import {
  hundredths,
  neededText,
  stateDay,
  stateXml,
  xmlText,
  type XmlTree,
} from '../../state-forms/state-xml.ts';
import type { ReconciledDocument, ReconciliationAct } from '../reconciliation-act.ts';
import type { SigningState, StateFile } from './upd-xml.ts';

/**
 * The sender's title of an act of reconciliation (КНД 1110332), windows-1251: the act, one contract in it, its documents.
 * On each of the three levels opening and turnovers come to the closing balance.
 */
export function reconciliationXml(
  act: ReconciliationAct,
  made: SigningState & { /** Address of the operator. */ email: string },
): StateFile {
  const { seller, buyer, number, from, dateIso } = act;
  const madeOn = moscowDay(made.at);
  const form = getStateForm('reconciliation', madeOn);
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
      Документ: {
        '@КНД': form.knd,
        '@ДатаИнфОтпр': stateDay(madeOn),
        '@ВрИнфОтпр': moscowTimeOfDay(made.at),
        '@ДатаНачПер': stateDay(from),
        '@ДатаОкПер': stateDay(dateIso),
        '@НомерАкт': number,
        СвДокКрАкт: {
          '@КодОКВ': '643',
          СвОтпр: { ...party(seller), Контакт: contact(seller.phone, made.email) },
          СвПол: { ...party(buyer), Контакт: contact(buyer.phone) },
        },
        ТаблАкт: { ...balances(act), ДогСв: contract(act) },
        Подписант: signer(seller),
      },
    },
  });
  return { name: `${id}.xml`, bytes };
}

function contract(act: ReconciliationAct): XmlTree {
  const { agreement, documents } = act;
  return {
    '@ОписТипДог': 'Рамочное соглашение',
    '@НомДог': agreement?.number ?? 'б/н',
    '@ДатаДог': agreement ? stateDay(agreement.dateIso) : undefined,
    ...balances(act),
    ДокСв: documents.map(toDocumentXml),
  };
}

function toDocumentXml(document: ReconciledDocument, index: number): XmlTree {
  const { isSale, operation, title, number, dateIso, bookedIso, debit, credit } = document;
  const isDebit = isSale || debit !== 0;
  return {
    '@НаимДок': title,
    '@НомДок': neededText(number ?? 'б/н', 50),
    '@ДатаДок': stateDay(dateIso),
    СвОпер: {
      '@НомСтр': String(index + 1),
      '@ДатаОпер': stateDay(bookedIso),
      '@НаимОпер': neededText(isSale ? `Отпущено ${operation}` : operation, 500),
      '@СумДебет': isDebit ? hundredths(debit) : undefined,
      '@СумКредит': isDebit ? undefined : hundredths(credit),
    },
  };
}

/** A balance in the client's favour is the sender's credit. */
function balances({ opening, closing, debit, credit }: ReconciliationAct): XmlTree {
  return {
    '@СальдоНачДеб': hundredths(Math.max(0, -opening)),
    '@СальдоНачКр': hundredths(Math.max(0, opening)),
    '@ОборотДеб': hundredths(debit),
    '@ОборотКр': hundredths(credit),
    '@СальдоКонДеб': hundredths(Math.max(0, -closing)),
    '@СальдоКонКр': hundredths(Math.max(0, closing)),
  };
}

/** This form wants ОГРН or ОГРНИП of both: without it the check refuses the act, and staff fill it in. */
function party(paperParty: PdfParty): XmlTree {
  const { name, inn, kpp, ogrn } = paperParty;
  if (isSoleTrader(paperParty)) {
    const person = statePerson(name.replace(/^(индивидуальный предприниматель|ИП)\s+/i, ''));
    return {
      ИдСв: { СвИП: { '@ИННФЛ': inn, '@ОГРНИП': ogrn?.length === 15 ? ogrn : undefined, ФИО: person } },
    };
  }
  const entity = { '@НаимОрг': neededText(name, 1000), '@ИННЮЛ': inn, '@КПП': kpp || undefined };
  return { ИдСв: { СвЮЛУч: { ...entity, '@ОГРН': ogrn?.length === 13 ? ogrn : undefined } } };
}

/** Returns the element of the contact, which the schema requires even if it is empty. */
function contact(phone: string | null | undefined, email?: string): XmlTree {
  return { '@Тлф': xmlText(phone ?? '', 255), '@ЭлПочта': xmlText(email ?? '', 255) };
}

function signer({ director, signatory }: ReconciliationAct['seller']): XmlTree {
  const proxy = signatory?.proxy;
  return {
    '@ТипПодпис': '1',
    '@ИдСистХран': proxy?.url,
    '@Должн': neededText(signatory?.position ?? 'Руководитель', 255),
    ФИО: statePerson(signatory?.name ?? director),
    СвДовер: proxy && {
      '@НомДовер': proxy.number,
      '@ДатаНач': stateDay(proxy.issued),
      '@СведСистОтм': neededText(proxy.system, 255),
    },
  };
}
