import { xmlLeaf, xmlNode } from '../../../lib/xml.ts';
import { identity, makeRef, makeUuid, rubles } from '../../papers/exchange/enterprise-data-parts.ts';

/** A company that a message names. */
export interface Party {
  /** UUID of the party in 1C. */
  uuid: string;
  name: string;
  /** Null: not entered. */
  inn: string | null;
  kpp: string | null;
}

/** The other side of documents, with the contract that settlements with it go by. */
export interface Counterparty {
  party: Party;
  contract: {
    uuid: string;
    kind: 'СПокупателем' | 'СПоставщиком' | 'Прочее';
    title: string;
    number: string | null;
    dateIso: string | null;
  };
}

interface CompanyData {
  name: string;
  inn: string;
  kpp?: string | null;
}

export function toParty({ name, inn, kpp }: CompanyData): Party {
  return { uuid: makeUuid('party', inn), name, inn, kpp: kpp || null };
}

/** A client and the framework agreement that it has accepted. */
export function toClient(
  company: CompanyData,
  companyId: number,
  agreement: { number: string; dateIso: string } | null,
): Counterparty {
  const contract = {
    uuid: makeUuid('contract', `client:${companyId}`),
    kind: 'СПокупателем' as const,
    title: 'Рамочное соглашение',
    number: agreement?.number ?? null,
    dateIso: agreement?.dateIso ?? null,
  };
  return { party: toParty(company), contract };
}

/** A network as a supplier. Without an INN it is known by its number here. */
export function toSupplier(network: { partnerId: number; title: string; inn: string | null }): Counterparty {
  const { partnerId, title, inn } = network;
  const uuid = inn === null ? makeUuid('network', String(partnerId)) : makeUuid('party', inn);
  return {
    party: { uuid, name: title, inn, kpp: null },
    contract: {
      uuid: makeUuid('contract', `network:${partnerId}`),
      kind: 'СПоставщиком',
      title: `Договор с сетью «${title}»`,
      number: null,
      dateIso: null,
    },
  };
}

/** The network with a contract of its bonuses, so that 1C settles them apart from what is paid for fuel (decision 224). */
export function toBonusPayer({ party }: Counterparty, partnerId: number): Counterparty {
  const uuid = makeUuid('contract', `network-bonus:${partnerId}`);
  const title = `Премии сети «${party.name}»`;
  return { party, contract: { uuid, kind: 'Прочее', title, number: null, dateIso: null } };
}

/** Entries of the directories for a counterparty, before its documents. */
export function directoryEntries(own: Party, counterparty: Counterparty): string {
  return counterpartyEntry(counterparty.party) + contractEntry(own, counterparty);
}

export function counterpartyEntry(party: Party): string {
  return xmlNode('Справочник.Контрагенты', [xmlNode('КлючевыеСвойства', counterpartyKey(party))]);
}

export function contractEntry(own: Party, counterparty: Counterparty): string {
  return xmlNode('Справочник.Договоры', [xmlNode('КлючевыеСвойства', contractKey(own, counterparty))]);
}

export function counterpartyKey({ uuid, name, inn, kpp }: Party): string[] {
  return [
    xmlLeaf('Ссылка', uuid),
    xmlLeaf('Наименование', name),
    xmlLeaf('НаименованиеПолное', name),
    ...(inn === null ? [xmlLeaf('ЮридическоеФизическоеЛицо', 'ЮридическоеЛицо')] : identity({ inn, kpp })),
  ];
}

/** The operator itself: 1C finds it by its INN and KPP. */
export function organizationKey({ uuid, name, inn, kpp }: Party): string[] {
  return [xmlLeaf('Ссылка', uuid), xmlLeaf('Наименование', name), ...identity({ inn: inn ?? '', kpp })];
}

export function contractKey(own: Party, { party, contract }: Counterparty): (string | null)[] {
  return [
    xmlLeaf('Ссылка', contract.uuid),
    xmlLeaf('ВидДоговора', contract.kind),
    xmlNode('Организация', organizationKey(own)),
    xmlNode('Контрагент', counterpartyKey(party)),
    xmlNode('ВалютаВзаиморасчетов', rubles()),
    xmlLeaf('Наименование', contract.title),
    contract.dateIso === null ? null : xmlLeaf('Дата', contract.dateIso),
    contract.number === null ? null : xmlLeaf('Номер', contract.number),
  ];
}

/** Terms of settlement; without a counterparty only the currency is known. */
export function settlement(own: Party, counterparty: Counterparty | null): string {
  return xmlNode('ДанныеВзаиморасчетов', [
    counterparty && xmlNode('Договор', contractKey(own, counterparty)),
    xmlNode('ВалютаВзаиморасчетов', rubles()),
  ]);
}

export function ownAccount(own: Party, { account, bik }: { account: string; bik: string | null }): string {
  return xmlNode('БанковскийСчетОрганизации', [
    makeRef('account', account),
    xmlLeaf('НомерСчета', account),
    bik === null ? null : xmlNode('Банк', [xmlNode('ДанныеКлассификатораБанков', [xmlLeaf('БИК', bik)])]),
    xmlNode('Владелец', [xmlNode('ОрганизацииСсылка', organizationKey(own))]),
  ]);
}
