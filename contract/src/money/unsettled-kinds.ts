/** Kinds of open cases: what «Разбор» lists. */
export const UNSETTLED_KINDS = [
  'block',
  'choice',
  'order',
  'debtor',
  'hold',
  'sale',
  'record',
  'card',
  'surplus',
  'closing',
  'xml',
  'letter',
  'objection',
  'answer',
  'resale',
  'stray',
  'receipt',
  'job',
] as const;
export type UnsettledKind = (typeof UNSETTLED_KINDS)[number];

export const UNKNOWN_KIND = 'Неизвестный вид';

/** Sorted as the filter's options. */
export const UNSETTLED_TITLE: Record<UnsettledKind, string> = {
  block: 'Блокировки карт',
  debtor: 'Карты с долгом',
  hold: 'Карты с отказом в блокировке',
  choice: 'Услуги и лимиты',
  order: 'Заказы карт',
  sale: 'Непроведённые продажи',
  record: 'Нечитаемые записи',
  card: 'Нечитаемые карты',
  surplus: 'Лишние карты',
  closing: 'Закрытие месяца',
  xml: 'Документы в XML',
  letter: 'Отказы в подписи',
  objection: 'Возражения',
  answer: 'Сеть изменила ответ',
  resale: 'Изменённые продажи',
  stray: 'Ответы без команды',
  receipt: 'Чеки',
  job: 'Невыполненные задачи',
};
