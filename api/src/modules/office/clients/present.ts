import type { z } from 'zod';
import {
  CARD_STATUS_TITLE,
  OPERATION_STATUS_TITLE,
  OPERATION_TYPE_TITLE,
  REQUEST_STATUS_TITLE,
} from '#contract/ids.ts';
import type * as calls from '#contract/clients.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { Requisites } from '../../companies/companies/requisites.ts';
import { invoiceNumber, type Invoice } from '../../money/invoices/invoice.ts';
import { partnerSum } from '../../money/posting/balances.ts';
import type * as file from './client-file.ts';
import type { ListedClient } from './client-list.ts';
import type { ClientFile } from './read-client-file.ts';

/** Every date and sum of the staff's calls about clients, as the wire has them (docs/calls.md 9). */

export function presentRow(client: ListedClient) {
  return {
    id: client.id,
    inn: client.inn,
    title: client.title,
    state: client.state,
    since: client.since.toISOString(),
    unallocated: toRubles(client.unallocated),
    ownFunds: toRubles(client.own),
    creditSum: toRubles(client.credit),
    debt: toRubles(client.debt),
    late: client.isLate,
    moved_at: timeOf(client.movedAt),
    cards: client.cards,
  };
}

export function presentClient(
  client: ListedClient & { invoices: readonly Invoice[] },
  prefix: string,
): z.input<typeof calls.client> {
  return {
    ...presentRow(client),
    invoices: client.invoices.map((one) => ({
      id: one.id,
      number: invoiceNumber(prefix, one.serial),
      date: one.issuedOn,
      sum: toRubles(one.sum),
      unpaid: toRubles(kopecks(Math.max(0, one.sum - one.paid))),
    })),
  };
}

export function presentFile(found: ClientFile): z.input<typeof calls.clientFile> {
  const { company, block, balances } = found;
  const { address, ...names } = company;
  return {
    ...presentRow(found.row),
    block: block && { reason: block.reason, since: block.since.toISOString(), by: block.by },
    held_cards: found.heldCards,
    requisites: {
      ...presentRequisites(company.inn, { ...names, ...address }),
      history: found.readings.map((one) => ({
        read_at: one.readAt.toISOString(),
        by: one.by,
        before: presentRequisites(company.inn, one.before),
        after: presentRequisites(company.inn, one.after),
      })),
    },
    balances: {
      in_transit: toRubles(balances.inTransit),
      cards: toRubles(balances.cards),
      partners: balances.partners.map((one) => ({
        id: one.partnerId,
        title: one.title,
        sum: toRubles(partnerSum(one)),
      })),
    },
    credit: presentCredit(found),
    colleagues: found.colleagues.map(({ seenAt, ...one }) => ({ ...one, seen_at: timeOf(seenAt) })),
    orders: found.orders.map(presentOrder),
    payments: found.payments.map(presentPayment),
    documents: found.documents.map(presentDocument),
    notes: found.notes.map(presentNote),
  };
}

function presentCredit({ credit, creditFacts }: ClientFile): z.input<typeof calls.clientFile>['credit'] {
  const { terms, debt } = credit;
  return {
    creditSum: toRubles(terms.credit),
    creditDaysForPayment: terms.daysForPayment,
    creditDaysWithoutPayment: terms.daysWithoutPayment,
    debt: debt && {
      sum: toRubles(debt.sum),
      since: debt.since,
      pay_until: debt.payUntil,
      work_until: debt.workUntil,
      late: debt.late,
    },
    history: creditFacts.map(({ at, by, after }) => ({
      at: at.toISOString(),
      by,
      creditSum: toRubles(kopecks(after.credit)),
      days: after.daysForPayment,
      days_without: after.daysWithoutPayment,
    })),
  };
}

export function presentRequisites(inn: string, requisites: Requisites) {
  const { title, legalForm, kpp, ogrn, city, street, house } = requisites;
  const address = [city && `г. ${city}`, street, house && `д. ${house}`].filter(Boolean).join(', ');
  return { title, legal_form: legalForm, inn, kpp, ogrn, address };
}

export function presentOrder({ statusId, createdAt, ...order }: file.ClientOrder) {
  return { ...order, status: REQUEST_STATUS_TITLE[statusId], created_at: createdAt.toISOString() };
}

export function presentPayment({ sum, ...payment }: file.ClientPayment) {
  return { ...payment, sum: toRubles(kopecks(sum)) };
}

export function presentDocument({ publishedAt, receivedAt, ...document }: file.ClientDocument) {
  return { ...document, published_at: publishedAt.toISOString(), received_at: timeOf(receivedAt) };
}

export function presentCard({ number, statusId, balance, hold, ...card }: file.ClientCard) {
  return {
    ...card,
    card_number: number,
    status_id: statusId,
    status: CARD_STATUS_TITLE[statusId],
    card_sum: toRubles(kopecks(balance)),
    hold: hold && { ...hold, since: new Date(hold.since).toISOString() },
  };
}

export function presentMovement(one: file.ClientMovement) {
  return {
    id: one.id,
    at: one.at.toISOString(),
    type_id: one.typeId,
    type: OPERATION_TYPE_TITLE[one.typeId],
    status_id: one.statusId,
    status: OPERATION_STATUS_TITLE[one.statusId],
    card_number: one.cardNumber,
    sum: toRubles(kopecks(one.sum)),
  };
}

/** What letters are about; one of another version of the program is only a letter. */
const LETTER_ABOUT: Readonly<Record<string, string>> = {
  'confirm-address': 'Подтверждение адреса',
  'cards-ready': 'Карты готовы',
  'order-rejected': 'Заявка отклонена',
  'month-documents': 'Документы за месяц готовы',
};

export function presentMessage({ at, kind, text, ...message }: file.ClientMessage) {
  return {
    ...message,
    kind,
    at: at.toISOString(),
    text: kind === 'letter' ? (LETTER_ABOUT[text] ?? 'Письмо') : text,
  };
}

export function presentDeed({ at, byStaff, ...deed }: file.ClientDeed) {
  return { ...deed, at: at.toISOString(), staff: byStaff };
}

export function presentNote({ createdAt, ...note }: file.StaffNote) {
  return { ...note, created_at: new Date(createdAt).toISOString() };
}

function timeOf(date: Date | null): string | null {
  return date && date.toISOString();
}
