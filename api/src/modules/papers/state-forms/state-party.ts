import type { PdfParty } from '../../../lib/pdf/pdf-blocks.ts';
import type { Operator } from '../../../operator.ts';
import { neededText, stateDay, xmlText, type XmlTree } from './state-xml.ts';

/** A sole trader has an INN of twelve digits and no KPP. */
export function isSoleTrader({ inn }: { inn: string }): boolean {
  return inn.length === 12;
}

/** УчастникТип: who a party is and where. */
export function stateParty(party: PdfParty): XmlTree {
  const address = xmlText(party.address ?? '', 1000);
  return {
    ИдСв: isSoleTrader(party) ? { СвИП: soleTrader(party) } : { СвЮЛУч: legalEntity(party) },
    Адрес:
      address === undefined
        ? undefined
        : { АдрИнф: { '@КодСтр': '643', '@НаимСтран': 'Россия', '@АдрТекст': address } },
  };
}

function legalEntity({ name, inn, kpp }: PdfParty): XmlTree {
  return { '@НаимОрг': neededText(name, 1000), '@ИННЮЛ': inn, '@КПП': kpp || undefined };
}

function soleTrader({ name, inn, ogrn }: PdfParty): XmlTree {
  return {
    '@ИННФЛ': inn,
    '@ОГРНИП': ogrn?.length === 15 ? ogrn : undefined,
    ФИО: statePerson(name.replace(/^(индивидуальный предприниматель|ИП)\s+/i, '')),
  };
}

/** Splits «Иванов Иван Петрович» or «Дорохов А. П.» for a schema; a name of one word has a dash for the first name. */
export function splitName(name: string): {
  lastname: string;
  firstname: string;
  middlename?: string | undefined;
} {
  const [lastname = '', firstname = '', ...rest] = (xmlText(name, 200) ?? '').split(' ');
  return {
    lastname: neededText(lastname, 60),
    firstname: neededText(firstname, 60),
    middlename: xmlText(rest.join(' '), 60),
  };
}

/** Returns a person's name as the State's ФИОТип. */
export function statePerson(name: string): XmlTree {
  const { lastname, firstname, middlename } = splitName(name);
  return { '@Фамилия': lastname, '@Имя': firstname, '@Отчество': middlename };
}

/**
 * Returns the operator's signer, who signs by their own right or by a machine-readable electronic power of attorney.
 */
export function stateSigner({ director, signatory }: Operator['requisites']): XmlTree {
  const proxy = signatory?.proxy;
  return {
    '@Должн': neededText(signatory?.position ?? 'Руководитель', 255),
    '@ТипПодпис': '1',
    '@СпосПодтПолном': proxy ? '3' : '1',
    ФИО: statePerson(signatory?.name ?? director),
    СвДоверЭл: proxy && {
      '@НомДовер': proxy.number,
      '@ДатаВыдДовер': stateDay(proxy.issued),
      '@ИдСистХран': proxy.system,
      '@УРЛСист': proxy.url,
    },
  };
}
