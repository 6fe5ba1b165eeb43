import { sql } from 'kysely';
import { NOTICE_RULES, type MessageChannel, type NoticeKind } from '#contract/messaging/notice-kinds.ts';
import { rows } from '../db/database.ts';
import { expandNotices } from '../modules/messaging/notices/expand-notices.ts';
import { sendNotices } from '../modules/messaging/notices/send-notices.ts';
import type { NoticeFacts } from '../modules/messaging/notices/notice.ts';
import { notify, type AnyEvent } from '../modules/messaging/notices/notify.ts';
import type { TestApi } from './api.ts';
import type { GivenPerson } from './givens/factories.ts';

/** Expands reported events and sends due notices, as the queue would. */
export async function sendDueNotices(api: TestApi): Promise<void> {
  await expandNotices(api.ctx);
  const lanes = await rows(
    api.ctx.db.system,
    sql<{ userId: number; channel: MessageChannel }>`
      select distinct user_id as "userId", channel from notice_message
      where state = 'waiting' and due_at <= ${api.clock.now()} order by 1, 2`,
  );
  for (const lane of lanes) await sendNotices(api.ctx, lane);
}

export interface NoticeEntry {
  id: number;
  kind: NoticeKind;
  title: string;
  text: string;
  path: string;
  read: boolean;
  count: number;
}

/** Returns the entries under a person's bell, newest first within read and unread. */
export async function listNotices(api: TestApi, { token }: GivenPerson): Promise<NoticeEntry[]> {
  return (await api.get('/api/notices?perPage=50', { token })).body.data;
}

const AT = '2026-09-20T20:00:00Z';

/** Example facts for a notice of each kind. */
export const NOTICE_EXAMPLES: { [Kind in NoticeKind]: NoticeFacts[Kind] } = {
  'order-approved': { orderId: 12 },
  'order-rejected': { orderId: 12, reason: 'Нет договора' },
  'order-withdrawn': { orderId: 12, reason: 'Компания отказалась' },
  'cards-ready': { orderId: 12, cards: 3 },
  'cards-sent': { orderId: 12, cards: 3, carrier: 'СДЭК', tracking: '1234567890' },
  'topped-up': { sumKopecks: 123_456_78 as never },
  'balance-corrected': {
    title: 'Компенсация: простой карт',
    reason: null,
    sumKopecks: 150_50 as never,
    toClient: true,
    balanceKopecks: 1_150_50 as never,
  },
  'low-balance': { ownKopecks: 5_000_00 as never, thresholdKopecks: 10_000_00 as never },
  debt: { cardId: 1, card: '4321', sumKopecks: 700_00 as never },
  'company-blocked': { reason: 'Просрочена оплата' },
  'payment-due': { day: '2026-09-30', sumKopecks: 9_000_00 as never },
  'debt-reminder': {
    about: 'топливо в кредит',
    day: '2026-09-30',
    sumKopecks: 9_000_00 as never,
    lateDays: 3,
    text: 'Свяжитесь с нами, если оплата уже отправлена.',
    next: 'Если оплаты не будет, 8 октября 2026 г. карты остановятся.',
    channels: ['cabinet', 'mail', 'push', 'telegram', 'max', 'sms'],
  },
  'movement-failed': {
    cardId: 1,
    card: '4321',
    sumKopecks: 700_00 as never,
    toCard: true,
    reason: 'Карта закрыта',
  },
  'movement-unclear': { cardId: 1, card: '4321', sumKopecks: 700_00 as never, toCard: false },
  'card-blocked': { cardId: 1, card: '4321', by: 'programme', reason: 'Карта потеряна' },
  purchase: { cardId: 1, card: '4321', station: 'АЗС № 5', sumKopecks: 6_000_00 as never },
  decline: { cardId: 1, card: '4321', station: 'АЗС № 5', reason: 'Не хватает денег' },
  'exception-asked': {
    cardId: 1,
    card: '4321',
    exceptionId: 3,
    who: 'Волков Пётр',
    reason: 'Дальний рейс',
    asks: 'По правилу до 60 л за одну заправку.',
    late: false,
  },
  'month-documents': {
    month: '2026-08',
    title: 'УПД № 5',
    documentId: 41,
    partner: 'РН-Карт',
    totalKopecks: null,
  },
  'month-closed': { month: '2026-08' },
  'month-complete': { month: '2026-08' },
  'dispute-answered': { disputeId: 7, sumKopecks: 2400_00 as never, answer: 'Чек показывает 40 литров' },
  'objection-answered': { title: 'УПД № 5', month: '2026-08', documentId: 5 },
  'webhook-stopped': { url: 'https://example.ru/portal', reason: 'gone' },
  signals: {
    count: 3,
    sumKopecks: 45_000_00 as never,
    rules: ['Больше бака', 'Слишком часто'],
    open: 5,
    oldestDays: 4,
  },
  'mailing-stopped': { title: 'Топливо за неделю' },
  colleague: { who: 'Анна Котова', event: 'role-changed', role: 'Менеджер' },
  security: {
    who: 'Анна Котова',
    event: 'new-device',
    device: 'Chrome на Windows',
    network: '203.0.113.0/24',
    at: AT,
  },
  'staff-urgent': { place: 'movements', count: 2, more: 1 },
  'staff-waits': { place: 'requests', count: 3, more: 3 },
  maintenance: { message: 'Обновляем портал.', startsAt: AT, endsAt: AT, partner: null },
};

let serial = 0;

/** Publishes an event of a kind, as an action would. */
export async function publishExample(
  api: TestApi,
  kind: NoticeKind,
  input: { companyId: number | null; userId?: number; facts?: object; about?: string },
): Promise<void> {
  serial += 1;
  const event = {
    kind,
    companyId: input.companyId,
    userId: input.userId ?? null,
    facts: { ...NOTICE_EXAMPLES[kind], ...input.facts },
    about: input.about ?? `example:${serial}`,
    now: api.clock.now(),
  };
  await api.ctx.db.inSystem((tx) => notify(tx, event as AnyEvent));
}

/** Switches everything that may go over a channel on, or off, for a person. */
export async function chooseAll(
  api: TestApi,
  { token }: GivenPerson,
  input: { channel: string; wanted: boolean },
): Promise<void> {
  for (const [kind, { channels, locked }] of Object.entries(NOTICE_RULES)) {
    if (
      !channels.some((channel) => channel === input.channel) ||
      locked.some((item) => item === input.channel)
    )
      continue;
    const chosen = await api.post('/api/notices/choices', { token, json: { ...input, kind } });
    if (chosen.status !== 200) throw new Error(`${kind} over ${input.channel}: ${chosen.body.message}`);
  }
}
