import { lawOn } from '../values/law-by-date.ts';
import { POSITION_DAYS, REQUEST_KEY_DAYS } from '../limits.ts';

/**
 * Retention periods (152-ФЗ, article 5, part 7): the one list from which the nightly job deletes
 * (`api/src/compose/delete-spent.ts`) and the published policy is written. docs/operations/personal-data.md names the
 * same.
 */
interface RetentionPeriod {
  title: string;
  days: number;
  /** Moment from which the days count. */
  since: string;
  purpose: string;
  tables: readonly string[];
}

const INVESTIGATION_PURPOSE = 'расследование входов, о которых человек не знает';

/** Data that is deleted automatically. A device's cookie lives as long as the stored data of the device. */
export const RETENTION_PERIODS = {
  tickets: {
    title: 'Одноразовые ссылки на файлы',
    days: 1,
    since: 'после окончания срока ссылки',
    purpose: 'скачивание файла',
    tables: ['download_ticket'],
  },
  keys: {
    title: 'Ответы на повторённые запросы',
    days: REQUEST_KEY_DAYS,
    since: 'после запроса',
    purpose: 'защита от двойной оплаты',
    tables: ['idempotent_request'],
  },
  codes: {
    title: 'Коды входа',
    days: 30,
    since: 'после отправки',
    purpose: 'защита входа от подбора',
    tables: ['sms_code'],
  },
  dayCounts: {
    title: 'Счётчики действий за день',
    days: 2,
    since: 'после дня, к которому относятся',
    purpose: 'дневные ограничения',
    tables: ['day_count'],
  },
  letters: {
    title: 'Письма и ссылки в них',
    days: 365,
    since: 'после отправки',
    purpose: 'ответы на вопросы о доставке',
    tables: ['letter', 'letter_link'],
  },
  sendings: {
    title: 'Отправки отчётов по расписанию и ссылки в их письмах',
    days: 400,
    since: 'после отправки',
    purpose: 'ответы на вопросы о доставке, отказ от писем',
    tables: ['mailing_sending', 'mailing_letter', 'mailing_link'],
  },
  channelTraces: {
    title: 'Сообщения в мессенджерах и браузерах, коды привязки, отвязанные каналы',
    days: 30,
    since: 'после отправки или отвязки',
    purpose: 'ответы на вопросы о доставке',
    tables: ['channel_message', 'channel_button', 'channel_code', 'channel_update', 'linked_channel'],
  },
  securitySms: {
    title: 'СМС о доступе к кабинету',
    days: 365,
    since: 'после отправки',
    purpose: INVESTIGATION_PURPOSE,
    tables: ['security_sms'],
  },
  notices: {
    title: 'Уведомления и сообщения о них',
    days: 365,
    since: 'после события',
    purpose: 'ответы на вопросы о доставке',
    tables: ['notice_event', 'notice', 'notice_message', 'notice_lane'],
  },
  positions: {
    title: 'Места машин рядом с заправками',
    days: POSITION_DAYS,
    since: 'после времени, к которому относятся',
    purpose: 'сверка заправки с местом машины',
    tables: ['vehicle_position'],
  },
  invitations: {
    title: 'Приглашения сотрудников',
    days: 365,
    since: 'после ответа или окончания срока',
    purpose: 'ответы на вопросы о доступе',
    tables: ['invitation'],
  },
  phoneChanges: {
    title: 'Заявки на другой телефон для входа',
    days: 1095,
    since: 'после решения',
    purpose: 'срок исковой давности, ГК РФ, статья 196',
    tables: ['phone_change'],
  },
  devices: {
    title: 'Отметки знакомых устройств',
    days: 180,
    since: 'после последнего входа с устройства',
    purpose: 'защита входа',
    tables: ['known_device'],
  },
  keyUses: {
    title: 'Дни и адреса, с которых программы компании вызывали портал по ключу',
    days: 90,
    since: 'после дня, к которому относятся',
    purpose: INVESTIGATION_PURPOSE,
    tables: ['api_key_use'],
  },
  addresses: {
    title: 'IP-адрес и браузер сеанса',
    days: 30,
    since: 'после окончания сеанса',
    purpose: INVESTIGATION_PURPOSE,
    tables: ['session'],
  },
  sessions: {
    title: 'Сеансы',
    days: 90,
    since: 'после предельного срока сеанса',
    purpose: INVESTIGATION_PURPOSE,
    tables: ['session', 'spent_refresh_token'],
  },
} as const satisfies Record<string, RetentionPeriod>;

export type RetentionKey = keyof typeof RETENTION_PERIODS;

interface RetainedUntil {
  title: string;
  until: string;
  tables: readonly string[];
}

/** The term of the law that is in force on the day of the policy. */
const DOCUMENT_YEARS = lawOn('documentRetention', '2026-11-26');

/** Tables with personal data that no job empties, with what ends their time. */
export const RETAINED_OTHERWISE: readonly RetainedUntil[] = [
  {
    title: 'Имя, телефон и почта, второй фактор, выбор писем и уведомлений',
    until: 'пока человек не попросит их удалить',
    tables: [
      'app_user',
      'membership',
      'carrier',
      'second_factor',
      'recovery_code',
      'factor_try',
      'unwanted_letter',
      'notice_choice',
      'notice_hours',
    ],
  },
  { title: 'Привязанные каналы сообщений', until: 'пока человек их не отвяжет', tables: ['linked_channel'] },
  { title: 'Запросы доступа к компании', until: 'до решения компании', tables: ['access_request'] },
  { title: 'Доступ бухгалтерии к компании', until: 'пока у компании есть договор', tables: ['delegation'] },
  {
    title: 'Вопросы ключу доступа',
    until: 'до следующего вопроса через сутки',
    tables: ['sign_in_challenge'],
  },
  { title: 'Коды для заправки: кто их попросил', until: 'вместе с операциями', tables: ['pump_session'] },
  { title: 'Водители', until: 'пока компания не удалит водителя', tables: ['driver', 'driver_link'] },
  {
    title: 'Сохранённые виды списков',
    until: 'пока их не удалит автор или компания',
    tables: ['saved_view', 'staff_view'],
  },
  {
    title: 'Рассылка отчётов: кто её создал и на какие адреса',
    until: 'пока её не удалит компания',
    tables: ['mailing', 'mailing_address'],
  },
  {
    title: 'Wialon компании: кто его подключил',
    until: 'пока его не отключит компания',
    tables: ['wialon_link'],
  },
  {
    title: 'Вебхуки компании: кто их подключил',
    until: 'пока их не удалит компания',
    tables: ['webhook'],
  },
  {
    title: 'Журнал действий: каждая строка вместе с адресом входит в цепочку, которую нельзя изменить',
    until: DOCUMENT_YEARS,
    tables: ['audit_event'],
  },
  {
    title: 'Согласия, соглашения, подтверждения кодами и документы (402-ФЗ, статья 29; НК РФ, статья 23)',
    until: DOCUMENT_YEARS,
    tables: [
      'consent_act',
      'terms_acceptance',
      'terms_version',
      'document_evidence',
      'document_evidence_end',
      'sms_message',
      'month_document',
      'contract_edition',
      'client_advance',
      'advance_offset',
      'advance_period',
      'upd_advance',
      'stored_file',
    ],
  },
  {
    title: 'Деньги и карты: кто подал, решил, провёл (402-ФЗ, статья 29; НК РФ, статья 23)',
    until: DOCUMENT_YEARS,
    tables: [
      'advance_return',
      'api_key',
      'advance_return_reopening',
      'bank_payment',
      'bank_statement',
      'card_change',
      'card_replacement',
      'card_request',
      'card_setup',
      'card_shipment',
      'credit_change',
      'card_opening',
      'correction',
      'dispatcher_phone',
      'dispute',
      'distribution',
      'exception_duty',
      'fast_payment_order',
      'receipt',
      'fuel_plan',
      'invoice',
      'month_closing',
      'complete_month',
      'network_claim',
      'network_invoice',
      'network_invoice_line',
      'network_refund',
      'operation',
      'payment_correction',
      'rule_card',
      'rule_change',
      'rule_exception',
      'rule_layer',
      'rule_set',
      'sandbox',
    ],
  },
  {
    title: 'Решения сотрудников программы и то, на чём они основаны',
    until: DOCUMENT_YEARS,
    tables: [
      'acknowledgement',
      'added_network',
      'admin_proof',
      'approval',
      'card_hold',
      'card_price',
      'card_stock_change',
      'client_group',
      'closing_decision',
      'company',
      'dunning_pause',
      'dunning_rule',
      'erasure_request',
      'holiday_notice',
      'moved_alone',
      'network_orphan',
      'news_item',
      'operator_contacts',
      'purchase_term',
      'purchase_term_end',
      'programme_value',
      'reconciliation_run',
      'requisites_reading',
      'staff_note',
      'staff_role_change',
      'station_load',
      'tariff',
      'tariff_end',
      'task_owner',
    ],
  },
];
