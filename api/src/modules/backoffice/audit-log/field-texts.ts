import { auditTitle } from '#contract/backoffice/audit-titles.ts';
import { FUEL_PLAN_STATE_TITLE } from '#contract/fleet/fuel-plan-shapes.ts';
import { DESK_PART_TITLE } from '#contract/companies/company-desk.ts';
import { MAILED_REPORT_TITLE } from '#contract/insights/mailings.ts';
import { COMPANY_STATE_TITLE } from '#contract/values/registry.ts';
import { SIGNAL_STATE_TITLE } from '#contract/fleet/signals.ts';
import * as say from './format-values.ts';
import type { FieldText, FormatValue } from './format-values.ts';
import { MONEY_FIELD_TEXTS } from './money-field-texts.ts';
import { ROLE, PEOPLE_FIELD_TEXTS } from './people-field-texts.ts';
import { PROGRAMME_FIELD_TEXTS } from './programme-field-texts.ts';
import { CARD_STATUS_TITLE } from '#contract/ids.ts';
import { LAYER_TITLE } from '#contract/fleet/rules.ts';
import { FUEL_TITLE } from '#contract/fleet/vehicles.ts';

/** Fuel, cards, trucks and their rules. */
const FLEET_FIELD_TEXTS: Readonly<Record<string, FieldText>> = {
  adbluePercent: 'Доля AdBlue, %',
  brand: 'Марка',
  brands: 'Марки АЗС',
  cardId: ['Карта', { refersTo: 'card' }],
  cardIds: ['Карты', { refersTo: 'card' }],
  cardNumber: 'Карта',
  cards: ['Карт', say.cards],
  cgIds: ['Виды топлива', say.goods],
  driverId: ['Водитель', { refersTo: 'driver' }],
  driverIds: ['Водители', { refersTo: 'driver' }],
  linkTo: ['Ссылка на карту', { refersTo: 'driver' }],
  fuel: ['Топливо', say.mapTitles(FUEL_TITLE)],
  goods: ['Виды топлива', say.goods],
  goodsId: ['Топливо', say.goods],
  goodsIds: ['Виды топлива', say.goods],
  goodsGroups: ['Группы товаров', say.mapTitles({ 3: 'дизель', 4: 'бензин', 5: 'газ' })],
  goodsKind: ['Вид топлива', say.mapTitles(FUEL_TITLE)],
  goodsTitle: 'Топливо',
  costCentre: 'Центр затрат',
  tripNumber: 'Номер рейса',
  group: 'Группа',
  groupId: ['Группа', { refersTo: 'groups' }],
  groups: ['Группы', { refersTo: 'groups' }],
  heightM: 'Высота, м',
  how: ['Чем заправляется', say.mapTitles({ code: 'код', qr: 'QR' })],
  item: ['Карты', say.orderedCards],
  pump: 'Колонка',
  qr: 'Код QR',
  km: ['Пробег, км', say.formatPlain],
  layer: ['Для чего', say.mapTitles(LAYER_TITLE)],
  litres: ['Объём', say.centilitres],
  normLitres100km: ['Норма на 100 км', say.litres],
  plate: ['Номер машины', say.plate],
  points: ['Путь', say.titled],
  rules: ['Правила', say.rules],
  setId: ['Набор правил', { refersTo: 'sets' }],
  startLitres: ['В баке', say.litres],
  replacesId: ['Вместо плана', { refersTo: 'fuel-plans' }],
  reserveLitres: ['Запас', say.litres],
  station: 'АЗС',
  statusId: ['Состояние', say.mapTitles({ ...CARD_STATUS_TITLE })],
  tankLitres: ['Бак', say.litres],
  winter: 'Зимой',
  vehicleId: ['Машина', { refersTo: 'vehicles' }],
  way: 'Путь',
};

/**
 * Recorded fields of an event that mean nothing to people: those that the line's targets name, and those that machines
 * exchange.
 */
export const NOT_REPORTED: ReadonlySet<string> = new Set([
  '_method',
  'by',
  'done',
  'filling',
  'adapter',
  'answer',
  'mailing',
  'webhook',
  'offline',
  'place',
  'preview',
  'proposedBy',
  'revision',
  'settings',
  'sha256',
  'userAgent',
  'operations',
  'order',
  'people',
]);

const STATE = say.mapTitles({
  ...FUEL_PLAN_STATE_TITLE,
  ...COMPANY_STATE_TITLE,
  created: 'создана',
  approved: 'одобрено',
  declined: 'отклонено',
  issued: 'выпущена',
  rejected: 'отклонена',
  withdrawn: 'отозвана',
  booked: 'учтён',
  dismissed: 'отклонён',
  open: 'открыт',
});
const ACTION: FormatValue = (value) =>
  typeof value === 'string' ? (ACTIONS.get(value) ?? auditTitle(value)) : say.formatPlain(value);
const ACTIONS = new Map([
  ['tell', 'сообщить'],
  ['close', 'закрыть карту'],
]);
const DIRECTION = say.mapTitles({ 0: 'с карты', 1: 'на карту', transfers: 'на карты', payouts: 'с карт' });

/**
 * Fields of events and calls: the label of each, and the format of its value. Keys are the names under which they are
 * recorded, `card_price` as `cardPrice`. They are shown in this order.
 */
export const FIELD_TEXTS: Readonly<Record<string, FieldText>> = {
  title: 'Название',
  number: 'Номер',
  paymentDays: 'Дней на оплату',
  status: ['Состояние', STATE],
  state: ['Состояние', STATE],
  ...MONEY_FIELD_TEXTS,
  ...FLEET_FIELD_TEXTS,
  ...PEOPLE_FIELD_TEXTS,
  ...PROGRAMME_FIELD_TEXTS,

  // Results of an import, an undo or the clearing of spent things. A zero is not shown.
  added: ['Добавлено', say.formatNonZero],
  rows: ['Строк', say.formatNonZero],
  changed: ['Изменено', say.formatNonZero],
  channelTraces: ['Сообщений и кодов мессенджеров', say.formatNonZero],
  dayCounts: ['Счётчиков действий за день', say.formatNonZero],
  deliveries: ['Доставок', say.formatNonZero],
  devices: ['Устройств', say.formatNonZero],
  ended: ['Завершено', say.formatNonZero],
  events: ['Событий', say.formatNonZero],
  invitations: ['Приглашений', say.formatNonZero],
  keyUses: ['Записей о вызовах по ключам', say.formatNonZero],
  lateReadings: ['Чтений продаж за прошлые недели', say.formatNonZero],
  notices: ['Уведомлений', say.formatNonZero],
  phoneChanges: ['Смен телефона', say.formatNonZero],
  restored: ['Возвращено', say.formatNonZero],
  securitySms: ['СМС о входе', say.formatNonZero],
  sendings: ['Рассылок', say.formatNonZero],
  tickets: ['Ссылок', say.formatNonZero],

  // Fields of all kinds of events.
  active: 'Действует',
  at: ['Когда', say.moment],
  begins: ['Начало', say.moment],
  call: ['Вызов', ACTION],
  comment: 'Комментарий',
  count: 'Сколько',
  date: ['Дата', say.dayOrMonth],
  decision: ['Решение', say.mapTitles({ pay: 'оплатить', refuse: 'отказаться' })],
  day: 'День',
  deed: ['Действие', ACTION],
  departsAt: ['Выезд', say.moment],
  end: ['Окончание', say.moment],
  executed: 'Исполнено',
  firstDay: ['С', say.day],
  format: 'Вид файла',
  from: ['Было', ROLE],
  hidden: 'Скрыта',
  isHidden: 'Скрыта',
  hour: 'Час',
  hours: 'Часы',
  html: 'Текст',
  kind: 'Вид',
  lastDay: ['По', say.day],
  list: 'Список',
  mark: 'Ключ',
  message: 'Сообщение',
  minutes: 'Минут',
  mode: ['Направление', DIRECTION],
  month: ['Месяц', say.month],
  deskParts: ['Что скачано', say.mapTitles(DESK_PART_TITLE)],
  note: 'Заметка',
  period: ['Период', say.period],
  positions: 'Точек',
  problem: 'Что найдено',
  purpose: ['Направление', DIRECTION],
  q: 'Вопрос',
  query: 'Отбор',
  quiet: 'Тишина',
  reason: 'Причина',
  report: ['Отчёт', say.mapTitles(MAILED_REPORT_TITLE)],
  rhythm: 'Как часто',
  rule: 'Правило',
  own: ['Своё предложение', say.formatTrueOnly],
  shared: 'Видят все',
  supportHours: 'Часы поддержки',
  silent: 'Молчит',
  since: ['С', say.moment],
  start: ['Начало', say.moment],
  text: 'Текст',
  to: ['Стало', ROLE],
  type: 'Вид',
  types: 'События',
  until: ['До', say.moment],
  url: 'Адрес',
  value: 'Значение',
  verdict: ['Решение', say.mapTitles(SIGNAL_STATE_TITLE)],
  version: 'Редакция',
};
