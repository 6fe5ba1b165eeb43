import { CHANNELS } from './channels.ts';
/**
 * The catalogue of notices: each kind with its recipients, the channels that it may use, those that it uses by default,
 * and what can't be switched off. The texts are in `api/src/modules/messaging/notices/`.
 */

/** Channels of outgoing messages. The cabinet stores its own. SMS is last because it costs money. */
export const MESSAGE_CHANNELS_OF_NOTICES = ['mail', ...CHANNELS, 'sms'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS_OF_NOTICES)[number];

/** The cabinet under the bell, and the channels of outgoing messages. */
export const NOTICE_CHANNELS = ['cabinet', ...MESSAGE_CHANNELS_OF_NOTICES] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

export const NOTICE_KINDS = [
  'order-approved',
  'order-rejected',
  'order-withdrawn',
  'cards-ready',
  'cards-sent',
  'topped-up',
  'balance-corrected',
  'low-balance',
  'debt',
  'company-blocked',
  'payment-due',
  'debt-reminder',
  'movement-failed',
  'movement-unclear',
  'card-blocked',
  'purchase',
  'decline',
  'exception-asked',
  'signals',
  'month-documents',
  'month-closed',
  'month-complete',
  'objection-answered',
  'dispute-answered',
  'webhook-stopped',
  'mailing-stopped',
  'colleague',
  'security',
  'maintenance',
  'staff-urgent',
  'staff-waits',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const NOTICE_GROUPS = ['cards', 'money', 'papers', 'access', 'staff'] as const;
export type NoticeGroup = (typeof NOTICE_GROUPS)[number];

/**
 * Recipients of a notice: the company's admins, those who may act for it, all its people, or the person concerned with
 * or without the admins. The requester of the thing gets the notice besides. With `owner` only its owner gets it or, if
 * it has none, the admins.
 */
export type RecipientGroup = 'admins' | 'actors' | 'everybody' | 'admins-and-person' | 'person' | 'owner';

export interface NoticeRule {
  title: string;
  group: NoticeGroup;
  hears: RecipientGroup;
  /** Over which it may go, the cabinet always. */
  channels: readonly NoticeChannel[];
  /** Default channels of the notice. */
  usual: readonly NoticeChannel[];
  /** Channels that a person can't switch off. */
  locked: readonly NoticeChannel[];
  /** True if the notice waits for the digest of users who want one; many at once become one. */
  gathers: boolean;
  /** Passes quiet hours. */
  urgent: boolean;
}

const MESSENGERS = CHANNELS;
const NO_SMS = ['cabinet', 'mail', ...MESSENGERS] as const;
const ALL = [...NO_SMS, 'sms'] as const;

function rule(
  title: string,
  group: NoticeGroup,
  isRecipient: RecipientGroup,
  more: Partial<Omit<NoticeRule, 'title' | 'group' | 'hears'>> = {},
): NoticeRule {
  return {
    title,
    group,
    hears: isRecipient,
    channels: NO_SMS,
    usual: ['cabinet', ...MESSENGERS],
    locked: [],
    gathers: false,
    urgent: false,
    ...more,
  };
}

/** A notice that cannot be switched off goes to the cabinet and by email. */
const LOCKED = { usual: NO_SMS, locked: ['cabinet', 'mail'], urgent: true } as const;
const EMAIL_BY_DEFAULT = { usual: NO_SMS } as const;

export const NOTICE_RULES: Readonly<Record<NoticeKind, NoticeRule>> = {
  'order-approved': rule('Заявка на карты одобрена', 'cards', 'admins'),
  'order-rejected': rule('Заявка на карты отклонена', 'cards', 'admins', EMAIL_BY_DEFAULT),
  'order-withdrawn': rule('Заявка на карты отозвана', 'cards', 'admins', EMAIL_BY_DEFAULT),
  'cards-ready': rule('Карты готовы', 'cards', 'admins', EMAIL_BY_DEFAULT),
  'cards-sent': rule('Карты отправлены', 'cards', 'admins', EMAIL_BY_DEFAULT),
  'card-blocked': rule('Карта заблокирована', 'cards', 'actors', {
    channels: ALL,
    gathers: true,
    urgent: true,
  }),
  // Too many for users who have not requested them.
  purchase: rule('Заправка', 'cards', 'actors', { usual: [], gathers: true }),
  decline: rule('Отказ на заправке', 'cards', 'actors', { channels: ALL, gathers: true, urgent: true }),
  // Those whose turn it is to answer are named one by one (`fleet/rules/tell-asked.ts`).
  'exception-asked': rule('Водитель просит разрешить заправку', 'cards', 'person', {
    ...EMAIL_BY_DEFAULT,
    urgent: true,
  }),
  signals: rule('Подозрительные заправки: сводка за день', 'cards', 'owner', EMAIL_BY_DEFAULT),
  'topped-up': rule('Счёт пополнен', 'money', 'actors', { gathers: true }),
  'balance-corrected': rule('Баланс исправлен', 'money', 'actors', EMAIL_BY_DEFAULT),
  // The SMS goes to the user who has set the threshold (`money/balance-alert`).
  'low-balance': rule('Осталось мало денег', 'money', 'actors', { ...EMAIL_BY_DEFAULT, urgent: true }),
  debt: rule('Долг по карте', 'money', 'actors', { ...LOCKED, channels: ALL, gathers: true }),
  'company-blocked': rule('Компания заблокирована или возвращена в работу', 'money', 'actors', {
    ...LOCKED,
    channels: ALL,
    usual: ALL,
  }),
  // The rule of collection narrows its channels.
  'debt-reminder': rule('Напоминание об оплате', 'money', 'actors', {
    ...LOCKED,
    channels: ALL,
    usual: ALL,
    urgent: false,
  }),
  'payment-due': rule('Подходит срок оплаты', 'money', 'actors', EMAIL_BY_DEFAULT),
  'movement-failed': rule('Перевод не исполнен', 'money', 'actors', { gathers: true, urgent: true }),
  'movement-unclear': rule('Сеть долго не отвечает на перевод', 'money', 'actors', { gathers: true }),
  // Its email also reports a closed month: one email, one choice.
  'month-documents': rule('Документы за месяц готовы', 'papers', 'actors', EMAIL_BY_DEFAULT),
  'month-closed': rule('Месяц закрыт', 'papers', 'actors', { channels: ['cabinet', ...MESSENGERS] }),
  // An accountant often only reads.
  'month-complete': rule('Месяц собран: архив и данные для 1С', 'papers', 'everybody', EMAIL_BY_DEFAULT),
  'objection-answered': rule('Ответ на возражение', 'papers', 'actors', EMAIL_BY_DEFAULT),
  // Money that comes back is a correction, which has its own notice.
  'dispute-answered': rule('Ответ на спор о покупке', 'money', 'actors', EMAIL_BY_DEFAULT),
  'webhook-stopped': rule('Вебхук отключён', 'access', 'admins', EMAIL_BY_DEFAULT),
  'mailing-stopped': rule('Рассылка отчёта остановлена', 'access', 'admins', EMAIL_BY_DEFAULT),
  colleague: rule('Изменился доступ сотрудника', 'access', 'admins-and-person', LOCKED),
  // Its SMS is written with the event, and only for what a thief would do first (`messaging/security-messages`).
  security: rule('Безопасность: входы, телефон, второй фактор', 'access', 'admins-and-person', LOCKED),
  maintenance: rule('Работы на портале и в сетях', 'access', 'everybody', {
    channels: ['cabinet', ...MESSENGERS],
    usual: ['cabinet'],
  }),
  // Each member whose role decides is notified by name (`backoffice/queues/tell-staff.ts`).
  'staff-urgent': rule(
    'Срочное: молчит сеть, движения без ответа, разбор, сверка',
    'staff',
    'admins-and-person',
    {
      gathers: true,
      urgent: true,
    },
  ),
  'staff-waits': rule('Ждут решения: заявки, платежи, решения вдвоём, ЭДО', 'staff', 'admins-and-person', {
    usual: ['cabinet'],
    gathers: true,
  }),
};

/** Returns true for notices of the programme's own members only. */
export function isStaffNotice(kind: NoticeKind): boolean {
  return NOTICE_RULES[kind].group === 'staff';
}

/** Returns true for kinds that go only to users who have requested them. Without such users, nothing is written. */
export function isQuiet(kind: NoticeKind): boolean {
  return NOTICE_RULES[kind].usual.length === 0;
}

export function isUsual(kind: NoticeKind, channel: NoticeChannel): boolean {
  return NOTICE_RULES[kind].usual.includes(channel);
}

export function isLocked(kind: NoticeKind, channel: NoticeChannel): boolean {
  return NOTICE_RULES[kind].locked.includes(channel);
}
