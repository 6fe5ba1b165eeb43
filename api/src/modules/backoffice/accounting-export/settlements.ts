import { describeCorrection } from '#contract/money/balance-corrections.ts';
import { xmlLeaf, xmlNode } from '../../../lib/xml.ts';
import {
  makeRef,
  makeUuid,
  money,
  removedObject,
  rubles,
  type RefKind,
} from '../../papers/exchange/enterprise-data-parts.ts';
import type { ExportedCorrection } from './export-store.ts';
import { counterpartyKey, organizationKey, ownAccount, settlement } from './parties.ts';
import type { Counterparty, Party } from './parties.ts';

/** A document of the bank, in either direction. */
export interface BankDocument {
  ref: Extract<RefKind, 'payment' | 'return' | 'network-payment'>;
  id: number;
  number: string;
  /** Dates of the order and of the bank's own day. */
  datedOn: string;
  day: string;
  sum: number;
  account: { account: string; bik: string | null };
  /** Null: the bank names no one, or the payment is on no client's account yet. */
  counterparty: Counterparty | null;
  /** The payer of a payment that is on no client's account. */
  payer?: Party | null;
  purpose: string;
}

/** Money that has come: a client's payment, what a network gives back, or a payment that is still unplaced. */
export function moneyIn(own: Party, document: BankDocument): string {
  const { counterparty, payer, purpose } = document;
  const party = counterparty?.party ?? payer ?? null;
  return xmlNode('Документ.ПБДСРасчетыСКонтрагентами', [
    xmlNode('КлючевыеСвойства', bankKey(own, document)),
    xmlNode('ОбщиеДанные', [
      ...bankData(document, counterparty === null ? 'Платёж не разнесён: плательщик не опознан' : null),
      ownAccount(own, document.account),
      xmlLeaf('НазначениеПлатежа', purpose),
    ]),
    xmlLeaf('ВидРасчетов', counterparty?.contract.kind ?? 'Прочее'),
    party && xmlNode('Контрагент', counterpartyKey(party)),
    breakdown(own, document),
  ]);
}

/** Money that has left: an advance that was paid back to a client, or a payment to a network. */
export function moneyOut(own: Party, document: BankDocument & { counterparty: Counterparty }): string {
  const { counterparty, purpose } = document;
  return xmlNode('Документ.СБДСРасчетыСКонтрагентами', [
    xmlNode('КлючевыеСвойства', bankKey(own, document)),
    xmlNode('ОбщиеДанные', [...bankData(document, purpose), ownAccount(own, document.account)]),
    xmlNode('Контрагент', counterpartyKey(counterparty.party)),
    xmlLeaf('ВидРасчетов', counterparty.contract.kind),
    breakdown(own, document),
  ]);
}

function bankKey(own: Party, { ref, id, number, day }: BankDocument): string[] {
  return [
    makeRef(ref, String(id)),
    xmlLeaf('Дата', `${day}T00:00:00`),
    xmlLeaf('Номер', number),
    xmlNode('Организация', organizationKey(own)),
  ];
}

function bankData({ number, datedOn, day, sum }: BankDocument, comment: string | null): (string | null)[] {
  return [
    xmlLeaf('ДатаВыписки', day),
    xmlLeaf('ДатаВходящегоДокумента', datedOn),
    xmlLeaf('НомерВходящегоДокумента', number),
    xmlNode('Валюта', rubles()),
    xmlLeaf('Сумма', money(sum)),
    comment === null ? null : xmlLeaf('Комментарий', comment),
  ];
}

function breakdown(own: Party, { sum, counterparty }: BankDocument): string {
  return xmlNode('РасшифровкаПлатежа', [
    xmlNode('Строка', [
      xmlLeaf('Сумма', money(sum)),
      settlement(own, counterparty),
      xmlLeaf('СпособПогашенияЗадолженности', 'Автоматически'),
    ]),
  ]);
}

/** Asks 1C to remove a payment or a return that is none. */
export function bankRemoval(ref: 'payment' | 'return', id: number): string {
  const name = ref === 'payment' ? 'ПБДСРасчетыСКонтрагентамиСсылка' : 'СБДСРасчетыСКонтрагентамиСсылка';
  return removedObject(name, makeUuid(ref, String(id)));
}

/**
 * A correction of a client's balance. A sum in the client's favour writes off the client's debt, the opposite one
 * writes off ours: the format has these operations for settlements without money.
 */
export function debtCorrection(own: Party, client: Counterparty, correction: ExportedCorrection): string {
  const { id, day, sum, direction } = correction;
  const isDebt = direction === 'to-client';
  const table = xmlNode('Строка', [
    xmlLeaf('Сумма', money(sum)),
    xmlLeaf('СуммаВзаиморасчетов', money(sum)),
    settlement(own, client),
    xmlLeaf('ВидРасчетов', 'СПокупателем'),
    xmlNode('ВидРасчетовРасширенный', [
      xmlLeaf('ВидРасчетовСПокупателямиПоставщиками', isDebt ? 'Долг' : 'Аванс'),
    ]),
  ]);
  return xmlNode('Документ.КорректировкаДолга', [
    xmlNode('КлючевыеСвойства', [
      makeRef('correction', String(id)),
      xmlLeaf('Дата', `${day}T00:00:00`),
      xmlLeaf('Номер', `К-${id}`),
      xmlNode('Организация', organizationKey(own)),
    ]),
    xmlNode('Валюта', rubles()),
    xmlLeaf('ВидОперации', 'СписаниеЗадолженности'),
    xmlLeaf(isDebt ? 'СуммаДебиторскойЗадолженности' : 'СуммаКредиторскойЗадолженности', money(sum)),
    xmlNode(isDebt ? 'КонтрагентДебитор' : 'КонтрагентКредитор', counterpartyKey(client.party)),
    xmlLeaf('Комментарий', describeCorrection(correction)),
    xmlNode(isDebt ? 'ДебиторскаяЗадолженность' : 'КредиторскаяЗадолженность', [table]),
  ]);
}
