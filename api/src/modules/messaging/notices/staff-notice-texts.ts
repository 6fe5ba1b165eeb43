import type { BellPlace } from '#contract/backoffice/queues.ts';
import { counted } from '#contract/values/counted.ts';
import type { NoticeFacts, NoticeText } from './notice.ts';

interface PlaceText {
  forms: readonly [string, string, string];
  path: string;
  action: string;
}

const PLACES: Readonly<Record<BellPlace, PlaceText>> = {
  requests: {
    forms: ['заявка на карты ждёт', 'заявки на карты ждут', 'заявок на карты ждут'],
    path: '/staff',
    action: 'Открыть заявки',
  },
  shipments: {
    forms: ['отправка карт ждёт', 'отправки карт ждут', 'отправок карт ждут'],
    path: '/staff/shipments',
    action: 'Открыть отправку карт',
  },
  payments: {
    forms: ['платёж ждёт разбора', 'платежа ждут разбора', 'платежей ждут разбора'],
    path: '/staff/payments',
    action: 'Открыть платежи',
  },
  movements: {
    forms: ['движение без ответа сети', 'движения без ответа сети', 'движений без ответа сети'],
    path: '/staff/movements',
    action: 'Открыть движения',
  },
  disputes: {
    forms: ['спор о покупке ждёт ответа', 'спора о покупках ждут ответа', 'споров о покупках ждут ответа'],
    path: '/staff/disputes',
    action: 'Открыть споры',
  },
  matters: {
    forms: ['случай ждёт разбора', 'случая ждут разбора', 'случаев ждут разбора'],
    path: '/staff/unsettled',
    action: 'Открыть разбор',
  },
  edm: {
    forms: ['документ не доставлен в ЭДО', 'документа не доставлены в ЭДО', 'документов не доставлены в ЭДО'],
    path: '/staff/edm',
    action: 'Открыть ЭДО',
  },
  reconciliation: {
    forms: ['расхождение в учёте', 'расхождения в учёте', 'расхождений в учёте'],
    path: '/staff/reconciliation',
    action: 'Открыть сверку',
  },
  approvals: {
    forms: [
      'решение ждёт второго человека',
      'решения ждут второго человека',
      'решений ждут второго человека',
    ],
    path: '/staff/approvals',
    action: 'Открыть решения вдвоём',
  },
  phones: {
    forms: ['смена телефона ждёт', 'смены телефона ждут', 'смен телефона ждут'],
    path: '/staff/phone-changes',
    action: 'Открыть смены телефона',
  },
  erasures: {
    forms: ['просьба удалить данные', 'просьбы удалить данные', 'просьб удалить данные'],
    path: '/staff/erasures',
    action: 'Открыть просьбы',
  },
  networks: {
    forms: ['сеть АЗС молчит', 'сети АЗС молчат', 'сетей АЗС молчат'],
    path: '/staff/partners',
    action: 'Открыть сети',
  },
};

function formatStaffNotice({ place, count, more }: NoticeFacts['staff-waits']): NoticeText {
  const { forms, path, action } = PLACES[place];
  const title = counted(count, forms);
  return {
    title,
    text: more === count ? 'До этого таких не было.' : `Новых: ${more}.`,
    path,
    action,
    short: title,
  };
}

/** Notices for the programme's own members. */
export const staffNoticeTexts = { 'staff-urgent': formatStaffNotice, 'staff-waits': formatStaffNotice };
