import type { SmsPurpose } from '#contract/identity/sms-code.ts';
import { NOTICE_KINDS, NOTICE_RULES, type NoticeKind } from '#contract/messaging/notice-kinds.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { maskPhone } from '#contract/values/phone.ts';
import type { listStaffMessages } from '#contract/messaging/staff-messages.ts';
import { maskAddress } from '../emails/confirm-address.ts';
import type { MessageRow } from './message-store.ts';

export function presentMessage(row: MessageRow): EndpointData<typeof listStaffMessages>[number] {
  return {
    id: `${row.source}-${row.id}`,
    channel: row.channel,
    kind: formatKind(row),
    to: formatReceiver(row),
    company: row.company_id === null ? null : { id: row.company_id, title: row.company_title ?? '' },
    at: row.at.toISOString(),
    state: row.state,
    reason: row.reason === null ? null : (REASONS[row.reason] ?? row.reason),
  };
}

function formatKind({ kind, source }: MessageRow): string {
  if (source === 'access') return NOTICE_RULES.security.title;
  return (kind === null ? null : (KINDS[kind] ?? titleOfNotice(kind))) ?? 'Подтверждение';
}

function titleOfNotice(kind: string): string | undefined {
  return NOTICE_KINDS.includes(kind as NoticeKind) ? NOTICE_RULES[kind as NoticeKind].title : undefined;
}

/** Under the bell and in a messenger a message has no meaningful address. */
function formatReceiver({ channel, address }: MessageRow): string {
  if (address === '') return CHANNEL_TITLES[channel];
  return channel === 'mail' ? maskAddress(address) : maskPhone(address);
}

const CHANNEL_TITLES: Readonly<Record<MessageRow['channel'], string>> = {
  sms: 'СМС',
  mail: 'Почта',
  cabinet: 'В кабинете',
  push: 'Push',
  telegram: 'Telegram',
  max: 'MAX',
};

const PURPOSES: Record<SmsPurpose, string> = {
  order: 'Заявка на карты',
  transfer: 'Перевод на карту',
  payout: 'Возврат с карты',
  transfers: 'Переводы на карты',
  payouts: 'Возвраты с карт',
  document: 'Подтверждение документов',
  objection: 'Возражение',
  edm: 'Подключение ЭДО',
  access: 'Изменение доступа',
};

const KINDS: Readonly<Record<string, string>> = {
  ...PURPOSES,
  'sign-in': 'Вход',
  'confirm-address': 'Подтверждение почты',
  'notices-gathered': 'Сводка уведомлений',
};

const REASONS: Readonly<Record<string, string>> = {
  address: 'Такого адреса нет',
  blocked: 'Почтовый сервер не принимает наши письма',
  late: 'Сервер не принял письмо за отведённое время',
  changed: 'Адрес больше не принадлежит получателю',
  unwanted: 'Получатель отказался от таких сообщений',
  left: 'Получатель больше не в этой компании',
  number: 'На этот телефон сообщения не доходят',
  quiet: 'Ждёт конца тихих часов',
  digest: 'Ждёт сводки',
  burst: 'Собирает частые события',
};
