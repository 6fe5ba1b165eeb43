import { shortNumber } from '#contract/values/card-number.ts';
import { counted } from '#contract/values/counted.ts';
import { formatPlate } from '#contract/values/plate.ts';
import { formatLitres, formatRubles } from '../../../lib/money-format.ts';
import type { NoticeFacts, NoticeText } from './notice.ts';

const BLOCK_REASONS = {
  programme: 'Карту заблокировала программа',
  company: 'Карту заблокировали в кабинете',
  signal: 'Карту закрывает проверка заправок',
} as const;
const NEW_SIGNALS = ['новый сигнал', 'новых сигнала', 'новых сигналов'] as const;
const DAYS = ['день', 'дня', 'дней'] as const;
const CARDS = ['карта', 'карты', 'карт'] as const;

/** About orders of cards and about cards. */
export const cardNoticeTexts = {
  'order-approved': ({ orderId }: NoticeFacts['order-approved']): NoticeText => ({
    title: `Заявка № ${orderId} одобрена`,
    text: 'Сети выпускают карты. Когда они будут готовы, мы сообщим.',
    path: '/cabinet',
    action: 'Открыть карты',
    short: `Заявка № ${orderId} одобрена`,
  }),
  'order-rejected': ({ orderId, reason }: NoticeFacts['order-rejected']): NoticeText => ({
    title: `Заявка № ${orderId} отклонена`,
    text: `Мы не можем выпустить карты по этой заявке. Причина: ${reason}`,
    path: `/cabinet/card-request?id=${orderId}`,
    action: 'Открыть заявку',
    short: `Заявка № ${orderId} отклонена. Причина в кабинете`,
  }),
  'order-withdrawn': ({ orderId, reason }: NoticeFacts['order-withdrawn']): NoticeText => ({
    title: `Заявка № ${orderId} отозвана`,
    text: `Карты по этой заявке выпущены не будут. Причина: ${reason}`,
    path: `/cabinet/card-request?id=${orderId}`,
    action: 'Открыть заявку',
    short: `Заявка № ${orderId} отозвана. Причина в кабинете`,
  }),
  'cards-ready': ({ orderId, cards }: NoticeFacts['cards-ready']): NoticeText => ({
    title: `Карты по заявке № ${orderId} готовы`,
    text: `В кабинете ${counted(cards, CARDS)}. Чтобы заправляться, выберите виды топлива и переведите деньги.`,
    path: '/cabinet',
    action: 'Открыть карты',
    short: `Карты по заявке № ${orderId} готовы`,
  }),
  'cards-sent': ({ orderId, cards, carrier, tracking }: NoticeFacts['cards-sent']): NoticeText => ({
    title: `Карты по заявке № ${orderId} отправлены`,
    text: `В отправлении ${counted(cards, CARDS)}: ${carrier}${tracking ? `, номер отправления ${tracking}` : ''}. Когда получите карты, отметьте это на странице заявки.`,
    path: `/cabinet/card-request?id=${orderId}`,
    action: 'Открыть заявку',
    short: `Карты по заявке № ${orderId} отправлены`,
  }),
  'card-blocked': ({ card, cardId, by, reason }: NoticeFacts['card-blocked']): NoticeText => ({
    title: `Карта ${shortNumber(card)} заблокирована`,
    text: `${BLOCK_REASONS[by]}.${reason ? ` Причина: ${reason}` : ''}`,
    ...(by === 'signal'
      ? { path: `/cabinet/signals?card=${cardId}`, action: 'Разобрать заправку' }
      : { path: `/cabinet/card?id=${cardId}`, action: 'Открыть карту' }),
    short: 'Карта заблокирована. Подробности в кабинете',
  }),
  purchase: ({ card, cardId, station, sumKopecks, localTime }: NoticeFacts['purchase']): NoticeText => ({
    title: `Заправка на ${formatRubles(sumKopecks)}`,
    text: `Карта ${shortNumber(card)}${station ? `, ${station}` : ''}.${localTime ? ` На АЗС было ${localTime}.` : ''}`,
    path: `/cabinet/card-transactions?card=${cardId}`,
    action: 'Открыть операции',
    short: 'Заправка по карте',
  }),
  decline: ({ card, cardId, station, reason, clocks }: NoticeFacts['decline']): NoticeText => ({
    title: `Отказ на заправке, карта ${shortNumber(card)}`,
    text: `${station ? `${station}. ` : ''}Причина: ${reason}${clocks ? `. На АЗС было ${clocks}` : ''}`,
    path: `/cabinet/card?id=${cardId}`,
    action: 'Открыть карту',
    short: 'Отказ на заправке по карте. Причина в кабинете',
  }),
  'exception-asked': ({
    card,
    exceptionId,
    who,
    reason,
    asks,
    late,
    ...request
  }: NoticeFacts['exception-asked']): NoticeText => ({
    title: late
      ? `Просьба без ответа, карта ${shortNumber(card)}`
      : `Просят разрешить заправку, карта ${shortNumber(card)}`,
    text: `${describeRequest(request)}${who}: ${reason}. ${asks}${late ? ' В срок никто не ответил, теперь ответа ждут от вас.' : ''}`,
    path: `/cabinet/exceptions?request=${exceptionId}`,
    action: 'Открыть просьбу',
    short: late ? 'Просьба водителя осталась без ответа' : 'Водитель просит разрешить заправку',
  }),
  signals: ({
    count,
    sumKopecks,
    rules,
    open,
    oldestDays,
    waiting = [],
  }: NoticeFacts['signals']): NoticeText => ({
    title: `Подозрительные заправки: ${counted(count, NEW_SIGNALS)} на ${formatRubles(sumKopecks)}`,
    text: `${rules.join(', ')}. Ждут решения: ${open}${oldestDays > 0 ? `, старшему ${counted(oldestDays, DAYS)}` : ''}.${waiting.length > 0 ? ` Ещё ждут решения: ${waiting.join('; ')}.` : ''}`,
    path: '/cabinet/signals',
    action: 'Разобрать',
    short: 'Есть подозрительные заправки. Подробности в кабинете',
  }),
};

type Request = Pick<
  NoticeFacts['exception-asked'],
  'plate' | 'driver' | 'station' | 'centilitres' | 'costKopecks'
>;

/** `Р 140 ТТ 790, Баранов Кирилл, М-4, 120 км: 90 л, 6 300,00 ₽. `, as far as it is known. */
function describeRequest({ plate, driver, station, centilitres, costKopecks }: Request): string {
  const where = [plate && formatPlate(plate), driver, station].filter(Boolean).join(', ');
  const what = [
    centilitres && formatLitres(centilitres),
    typeof costKopecks === 'number' && formatRubles(costKopecks),
  ]
    .filter(Boolean)
    .join(', ');
  const text = [where, what].filter(Boolean).join(': ');
  return text && `${text}. `;
}
