import { ROLE_TITLE } from './access.ts';
import { LIMIT_PERIOD, type LimitPeriod, type LimitUnit } from './ids.ts';
import { STAFF_ROLE_TITLE } from './staff-access.ts';

/** What the audit log says was changed, in Russian; its deeds are in `audit-titles.ts`. */

const FIELD_TITLE: Readonly<Record<string, string>> = {
  unallocated: 'Нераспределённые',
  'in-transit': 'В пути',
  card: 'На карте',
  partner: 'В сети',
  debt: 'Долг',
  sum: 'Сумма',
  value: 'Сумма',
  reason: 'Причина',
  comment: 'Комментарий',
  status: 'Состояние',
  statusId: 'Состояние',
  role: 'Роль',
  role_id: 'Роль',
  from: 'Было',
  to: 'Стало',
  credit: 'Кредит',
  limit: 'Лимит',
  title: 'Название',
  name: 'Имя',
  surname: 'Фамилия',
  phone: 'Телефон',
  email: 'Почта',
  message: 'Сообщение',
  file: 'Файл',
  month: 'Месяц',
  date: 'Дата',
  start: 'Начало',
  end: 'Конец',
  call: 'Вызов',
  note: 'Заметка',
  cards: 'Карт',
  thresholdKopecks: 'Порог остатка',
  goodsIds: 'Виды топлива',
  cg_ids: 'Виды топлива',
  count: 'Сколько',
  unit: 'Единица',
  period: 'Период',
  goodsGroups: 'Группы товаров',
  isNew: 'Впервые',
  isNewDevice: 'Новое устройство',
  sessionId: 'Сеанс',
  route: 'Шаг',
  userAgent: 'Устройство',
  creditSum: 'Кредит',
  creditDaysForPayment: 'Дней на оплату',
  creditDaysWithoutPayment: 'Дней без оплаты',
  company_id: 'Компания',
  invoice_id: 'Счёт',
  partner_id: 'Сеть',
  accounts: 'По сетям',
  card_price: 'Цена карты',
  threshold: 'Порог остатка',
  text: 'Текст',
  inn: 'ИНН',
  item: 'Карты',
  kind: 'Вид',
  wanted: 'Включено',
  list: 'Список',
  query: 'Отбор',
  shared: 'Видят все',
  executed: 'Исполнено',
  despite: 'Несмотря на',
  problem: 'Что найдено',
  tries: 'Попыток',
  shortfallKopecks: 'Не хватает денег карты',
  documents: 'Документов',
  credited: 'Зачислено',
  needsReview: 'Ждут разбора',
  duplicates: 'Повторов',
  ignored: 'Пропущено',
  keys: 'Ключей запросов',
  codes: 'Кодов',
  letters: 'Писем',
  sessions: 'Сеансов',
  stations: 'Станций',
  sales: 'Заправок',
  refunds: 'Возвратов',
  waiting: 'Ждут разбора',
  mode: 'Направление',
  active: 'Действует',
  version: 'Редакция',
  mark: 'Ключ',
  scopes: 'Права',
  addresses: 'Адреса',
  expires_at: 'Действует до',
  daily_sum: 'Дневная сумма',
};

/** Balances of a deed, which it keeps in kopecks. */
const IN_KOPECKS = /^(unallocated|in-transit|card|partner|debt|bank|network)(:\d+)?$|Kopecks$/;
const IN_RUBLES = /^(creditSum|sum|value|threshold|card_price|daily_sum)$/;
const RUBLES = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Both kinds of roles: a company's and the programme's. */
const ROLE_WORD: Readonly<Record<string, string>> = { ...ROLE_TITLE, ...STAFF_ROLE_TITLE };

type Fields = Readonly<Record<string, unknown>> | null;

export interface AuditChange {
  label: string;
  /** Null: nothing was there, or it is not known. */
  before: string | null;
  after: string | null;
}

/** What an event changed, field by field, in words. */
export function auditChanges(before: Fields, after: Fields): AuditChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) => ({
    label: fieldTitle(name),
    before: wordOf(name, before?.[name]),
    after: wordOf(name, after?.[name]),
  }));
}

/** «Лимит: 100 → 200; Причина: утеря». */
export function auditChangeLine(before: Fields, after: Fields): string {
  return auditChanges(before, after)
    .map((one) => `${one.label}: ${one.before === null ? '' : `${one.before} → `}${one.after ?? '—'}`)
    .join('; ');
}

function fieldTitle(name: string): string {
  const [kind = name, id] = name.split(':');
  const title = FIELD_TITLE[kind] ?? kind;
  return id === undefined ? title : `${title} ${id}`;
}

function wordOf(name: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'number') return numberWords(name, value);
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  if (typeof value === 'string') return name === 'role' ? (ROLE_WORD[value] ?? value) : value;
  if (isLimit(value)) return limitWords(value);
  if (Array.isArray(value)) return value.map((one) => wordOf(name, one) ?? '—').join(', ');
  return Object.entries(value)
    .map(([key, one]) => `${fieldTitle(key)} ${wordOf(key, one) ?? '—'}`)
    .join(', ');
}

function numberWords(name: string, value: number): string {
  if (IN_KOPECKS.test(name)) return `${RUBLES.format(value / 100)} ₽`;
  return IN_RUBLES.test(name) ? `${RUBLES.format(value)} ₽` : String(value);
}

interface SaidLimit {
  count: number;
  unit: LimitUnit;
  period: LimitPeriod;
}

function isLimit(value: object): value is SaidLimit {
  return 'count' in value && 'unit' in value && 'period' in value && typeof value.count === 'number';
}

/** «12 000,00 ₽ в день». */
function limitWords({ count, unit, period }: SaidLimit): string {
  const per = LIMIT_PERIOD[period]?.per ?? period;
  return unit === 'sum' ? `${RUBLES.format(count)} ₽ за ${per}` : `${count} л за ${per}`;
}
