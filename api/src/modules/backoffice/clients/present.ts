import type { z } from 'zod';
import {
  CARD_STATUS_TITLE,
  OPERATION_STATUS_TITLE,
  OPERATION_TYPE_TITLE,
  REQUEST_STATUS_TITLE,
} from '#contract/ids.ts';
import type { personFile } from '#contract/companies/client-people.ts';
import type * as calls from '#contract/companies/clients.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { Requisites } from '../../companies/companies/requisites.ts';
import { SERVICE_CHARGE, type ServiceChargeRecord } from '../../money/fees/service-charges.ts';
import { invoiceNumber, type Invoice } from '../../money/invoices/invoices.ts';
import { partnerSum } from '../../money/posting/balances.ts';
import type { listClientCharges, readClientAgreement } from '#contract/companies/client-account.ts';
import type { ClientAgreement } from './client-account.ts';
import type * as file from './client-file.ts';
import type { ListedClient } from './client-list.ts';
import type { PersonFile } from './people.ts';
import type { ClientFile } from './read-client-file.ts';

/** Every date and sum of the staff's calls about clients, as the wire has them (docs/calls.md 9). */

function presentRow(client: ListedClient) {
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
    moved_at: formatTime(client.movedAt),
    cards: client.cards,
  };
}

export function presentClient(
  client: ListedClient & { invoices: readonly Invoice[] },
  prefix: string,
): z.input<typeof calls.client> {
  return {
    ...presentRow(client),
    invoices: client.invoices.map((invoice) => ({
      id: invoice.id,
      number: invoiceNumber(prefix, invoice.serial),
      date: invoice.issuedOn,
      sum: toRubles(invoice.sum),
      unpaid: toRubles(kopecks(Math.max(0, invoice.sum - invoice.paid))),
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
      history: found.readings.map((reading) => ({
        read_at: reading.readAt.toISOString(),
        by: reading.by,
        before: presentRequisites(company.inn, reading.before),
        after: presentRequisites(company.inn, reading.after),
      })),
    },
    balances: {
      in_transit: toRubles(balances.inTransit),
      cards: toRubles(balances.cards),
      partners: balances.partners.map((partner) => ({
        id: partner.partnerId,
        title: partner.title,
        sum: toRubles(partnerSum(partner)),
      })),
    },
    credit: presentCredit(found),
    colleagues: found.colleagues.map(({ seenAt, ...one }) => ({ ...one, seen_at: formatTime(seenAt) })),
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
  return { ...document, published_at: publishedAt.toISOString(), received_at: formatTime(receivedAt) };
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

export function presentMovement(clientMovement: file.ClientMovement) {
  return {
    id: clientMovement.id,
    at: clientMovement.at.toISOString(),
    type_id: clientMovement.typeId,
    type: OPERATION_TYPE_TITLE[clientMovement.typeId],
    status_id: clientMovement.statusId,
    status: OPERATION_STATUS_TITLE[clientMovement.statusId],
    card_number: clientMovement.cardNumber,
    sum: toRubles(kopecks(clientMovement.sum)),
  };
}

/** Titles of emails. A kind from another version of the program is shown as just an email. */
const EMAIL_TITLE: Readonly<Record<string, string>> = {
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
    text: kind === 'letter' ? (EMAIL_TITLE[text] ?? 'Письмо') : text,
  };
}

export function presentAction({ at, byStaff, ...action }: file.ClientAction) {
  return { ...action, at: at.toISOString(), staff: byStaff };
}

export function presentNote({ createdAt, ...note }: file.StaffNote) {
  return { ...note, created_at: new Date(createdAt).toISOString() };
}

function formatTime(date: Date | null): string | null {
  return date && date.toISOString();
}

export function presentCharge(
  charge: ServiceChargeRecord,
): z.input<NonNullable<(typeof listClientCharges)['data']>>[number] {
  return {
    id: charge.id,
    title: SERVICE_CHARGE[charge.kind].title,
    partner: charge.partnerTitle,
    quantity: charge.quantity,
    sum: toRubles(charge.sum),
    card: charge.cardNumber,
    request_id: charge.orderId,
    month: charge.month,
    charged_at: charge.chargedAt.toISOString(),
  };
}

export function presentAgreement({
  current,
  acceptances,
}: ClientAgreement): z.input<NonNullable<(typeof readClientAgreement)['data']>> {
  return {
    current:
      current === null
        ? null
        : { version: current, accepted: acceptances.some(({ version }) => version === current) },
    acceptances: acceptances.map(({ version, acceptedAt, by }) => ({
      version,
      accepted_at: acceptedAt.toISOString(),
      by,
    })),
  };
}

export function presentPerson(person: PersonFile): z.input<typeof personFile> {
  return {
    id: person.id,
    firstname: person.firstname,
    lastname: person.lastname,
    phone: person.phone,
    email: person.email,
    second_factor: person.secondFactor,
    erased: person.erased,
    companies: person.companies.map((company) => ({
      company_id: company.companyId,
      inn: company.inn,
      title: company.title,
      client: company.isClient,
      role: company.role,
      via: company.via,
      firm: company.firm,
      since: company.since.toISOString(),
      until: formatTime(company.until),
      ended_at: formatTime(company.endedAt),
      active: company.isActive,
    })),
  };
}
