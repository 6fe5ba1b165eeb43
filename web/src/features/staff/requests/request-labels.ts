import type { z } from 'zod';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { SHIPMENT_STATE_TITLE } from '#contract/orders/order-delivery.ts';
import { counted } from '#contract/values/counted.ts';
import type { CompanyState } from '#contract/values/registry.ts';
import type {
  AUTHORITY_STATES,
  staffCardRequest,
  staffRequestDetails,
} from '#contract/orders/staff-requests.ts';
import type { StatusTone } from '../../../ui/text/StatusLabel.tsx';

export type StaffRequest = z.infer<typeof staffCardRequest>;
export type RequestDetails = z.infer<typeof staffRequestDetails>;
export type Authority = (typeof AUTHORITY_STATES)[number];

const TONE: Record<number, StatusTone> = {
  [REQUEST_STATUS.created]: 'wait',
  [REQUEST_STATUS.approved]: 'wait',
  [REQUEST_STATUS.issued]: 'go',
  [REQUEST_STATUS.rejected]: 'stop',
};

export function requestTone({ id }: { id: number }): StatusTone {
  return TONE[id] ?? 'neutral';
}

/** An approved request is not on its way where a network has refused, or issued too few: its reason stands beside the status. */
export function describeStatus({ status, issue_problem: problem }: StatusParts): {
  title: string;
  tone: StatusTone;
} {
  return problem === null
    ? { title: status.title, tone: requestTone(status) }
    : { title: 'Выпуск карт остановился', tone: 'stop' };
}

type StatusParts = Pick<StaffRequest, 'issue_problem'> & { status: { id: number; title: string } };

export const AUTHORITY: Record<Authority, { title: string; tone: StatusTone }> = {
  confirmed: { title: 'Подтверждены', tone: 'go' },
  waiting: { title: 'Документ ждёт проверки', tone: 'wait' },
  unconfirmed: { title: 'Не подтверждены', tone: 'neutral' },
};

export function stateTone(state: CompanyState): StatusTone {
  if (state === 'active') return 'go';
  return state === 'reorganizing' ? 'wait' : 'stop';
}

export function formatCards({ items }: Pick<StaffRequest, 'items'>): string {
  return items.map((item) => `${item.partner_title}: ${item.cards_cnt}`).join(', ');
}

/** «3 карты» */
export function formatCardCount({ items }: Pick<StaffRequest, 'items'>): string {
  return counted(countCards(items), ['карта', 'карты', 'карт']);
}

/** «3 карты» after a verb: «одобрить 1 карту». */
export function formatCardsAsked({ items }: Pick<StaffRequest, 'items'>): string {
  return counted(countCards(items), ['карту', 'карты', 'карт']);
}

function countCards(items: StaffRequest['items']): number {
  return items.reduce((total, item) => total + item.cards_cnt, 0);
}

/** Returns whether a member of staff has to decide about the request. */
export function isTask({ status, issue_problem: problem }: StaffRequest): boolean {
  return status.id === REQUEST_STATUS.created || problem !== null;
}

/** Formats where the cards go and to whom. A request may have been edited in this alone. */
export function formatDelivery({ address, recipient }: StaffRequest): string {
  return [formatAddress(address), `${recipient.firstname} ${recipient.lastname}`.trim()]
    .filter(Boolean)
    .join('; ');
}

export function formatAddress({ city, street, house }: StaffRequest['address']): string {
  return [city && `г.\u00a0${city}`, street, house && `дом\u00a0${house}`].filter(Boolean).join(', ');
}

/** «Отправлены, СДЭК, 10045678». */
export function formatShipment({ state, carrier, tracking }: NonNullable<StaffRequest['delivery']>): string {
  return [SHIPMENT_STATE_TITLE[state], carrier, tracking].filter(Boolean).join(', ');
}
