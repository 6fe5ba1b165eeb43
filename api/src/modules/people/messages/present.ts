import type { DataOf } from '#contract/endpoint.ts';
import { maskPhone } from '#contract/phone.ts';
import type { listStaffMessages } from '#contract/staff-messages.ts';
import { maskAddress } from '../letters/mask-address.ts';
import type { MessageRow } from './message-store.ts';

export function presentMessage(row: MessageRow): DataOf<typeof listStaffMessages>[number] {
  const isLetter = row.channel === 'mail';
  return {
    id: `${row.channel}-${row.id}`,
    channel: row.channel,
    kind: (row.kind === null ? null : KINDS[row.kind]) ?? 'Подтверждение',
    to: isLetter ? maskAddress(row.address) : maskPhone(row.address),
    company: row.company_id === null ? null : { id: row.company_id, title: row.company_title ?? '' },
    at: row.at.toISOString(),
    state: row.state,
    reason: row.reason === null ? null : (REASONS[row.reason] ?? row.reason),
  };
}

const KINDS: Readonly<Record<string, string>> = {
  'sign-in': 'Вход',
  order: 'Заявка на карты',
  transfer: 'Перевод на карту',
  payout: 'Возврат с карты',
  transfers: 'Переводы на карты',
  payouts: 'Возвраты с карт',
  document: 'Подтверждение документов',
  objection: 'Возражение',
  edm: 'Подключение ЭДО',
  access: 'Изменение доступа',
  'confirm-address': 'Подтверждение почты',
  'cards-ready': 'Карты готовы',
  'order-rejected': 'Заявка отклонена',
  'month-documents': 'Документы за месяц',
};

const REASONS: Readonly<Record<string, string>> = {
  address: 'Такого адреса нет',
  blocked: 'Почтовый сервер не принимает наши письма',
  late: 'Сервер не принял письмо за отведённое время',
  changed: 'Адрес больше не принадлежит получателю',
  unwanted: 'Получатель отказался от таких писем',
};
