import { NOTICE_RULES, type NoticeKind } from '#contract/messaging/notice-kinds.ts';
import { counted } from '#contract/values/counted.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import type { Gathered, NoticeText } from './notice.ts';

/** Time in which one notice gathers more of its kind. */
export const BURST_MINUTES = 10;

interface GatheredText {
  forms: readonly [string, string, string];
  path: string;
  action: string;
}

const OPERATIONS = { path: '/cabinet/card-transactions', action: 'Открыть операции' };
const CARDS = { path: '/cabinet', action: 'Открыть карты' };

const STAFF_ACTION = { path: '/staff/notices', action: 'Открыть уведомления' };

const MANY: Partial<Record<NoticeKind, GatheredText>> = {
  purchase: { forms: ['заправка', 'заправки', 'заправок'], ...OPERATIONS },
  decline: { forms: ['отказ на заправке', 'отказа на заправках', 'отказов на заправках'], ...CARDS },
  'card-blocked': {
    forms: ['карта заблокирована', 'карты заблокированы', 'карт заблокировано'],
    ...CARDS,
  },
  'movement-failed': {
    forms: ['перевод не исполнен', 'перевода не исполнены', 'переводов не исполнено'],
    ...OPERATIONS,
  },
  'movement-unclear': {
    forms: ['перевод без ответа сети', 'перевода без ответа сети', 'переводов без ответа сети'],
    ...OPERATIONS,
  },
  'topped-up': {
    forms: ['пополнение счёта', 'пополнения счёта', 'пополнений счёта'],
    path: '/cabinet/statement',
    action: 'Открыть выписку',
  },
  'staff-urgent': { forms: ['срочное дело', 'срочных дела', 'срочных дел'], ...STAFF_ACTION },
  'staff-waits': { forms: ['дело ждёт', 'дела ждут', 'дел ждут'], ...STAFF_ACTION },
  debt: { forms: ['долг по карте', 'долга по картам', 'долгов по картам'], ...CARDS },
};

const ANY_KIND: GatheredText = {
  forms: ['уведомление', 'уведомления', 'уведомлений'],
  path: '/cabinet/notices',
  action: 'Открыть уведомления',
};

/** «За 10 минут 214 заправок на 1 284 500,00 ₽» */
export function formatGatheredNotice(kind: NoticeKind, { events, sumKopecks }: Gathered): NoticeText {
  const { forms, path, action } = MANY[kind] ?? ANY_KIND;
  const many = `За ${BURST_MINUTES} минут ${counted(events, forms)}`;
  return {
    title: sumKopecks > 0 ? `${many} на ${formatRubles(sumKopecks)}` : many,
    text: `${NOTICE_RULES[kind].title}: событий много, поэтому они собраны в одно уведомление.`,
    path,
    action,
    short: many,
  };
}
