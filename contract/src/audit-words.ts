import { ROLE_TITLE } from './access.ts';
import { LIMIT_PERIOD, type LimitPeriod, type LimitUnit } from './ids.ts';
import { STAFF_ROLE_TITLE } from './staff-access.ts';

/** What the audit log says in Russian: one table of its deeds, and the words of what they changed. */

/** An event, or the name of a call or a job → its sentence. What is not here is shown by its code. */
export const AUDIT_TITLE: Readonly<Record<string, string>> = {
  // Sign-in and the person's own data.
  'sign-in-refused': 'Вход не удался',
  'signed-in': 'Вход в кабинет',
  'signed-out': 'Выход из кабинета',
  'refresh-token-reused': 'Сеанс закрыт: ключ входа использован дважды',
  'call-refused': 'Действие отклонено: нет права',
  'consent-withdrawn': 'Отозвано согласие на обработку данных',
  'mail-link-asked': 'Запрошена ссылка для подтверждения почты',
  'mail-changed': 'Изменён адрес почты',
  'mail-confirmed': 'Подтверждён адрес почты',
  'letter-chosen': 'Изменена подписка на письма',
  sendToDriver: 'Шаг входа по коду',
  logout: 'Выход из кабинета',
  withdrawConsent: 'Отозвано согласие на обработку данных',
  changeMail: 'Изменён адрес почты',
  resendMailLink: 'Запрошена ссылка для подтверждения почты',
  confirmMail: 'Подтверждён адрес почты',
  chooseLetter: 'Изменена подписка на письма',
  giveConsent: 'Дано согласие на обработку данных',
  unsubscribe: 'Отписка от писем',
  saveView: 'Сохранён вид списка',
  removeView: 'Удалён вид списка',
  // The company and its people.
  'programme-joined': 'Компания подключена к программе',
  'programme-left': 'Доступ к компании снят',
  'access-asked': 'Запрошен доступ к компании',
  'access-declined': 'Запрос доступа отклонён',
  'colleague-invited': 'Сотрудник приглашён',
  'role-changed': 'Изменена роль сотрудника',
  'terms-accepted': 'Принято соглашение',
  'edm-requested': 'Запрошен ЭДО',
  'edm-settled': 'ЭДО: получен ответ',
  'edm-sent-again': 'Документ отправлен в ЭДО повторно',
  inviteColleague: 'Сотрудник приглашён',
  attachRole: 'Сотруднику выдана роль',
  detachRole: 'Роль сотрудника снята',
  askForAccess: 'Запрошен доступ к компании',
  grantAccess: 'Доступ к компании выдан',
  declineAccess: 'Запрос доступа отклонён',
  setThreshold: 'Изменён порог остатка',
  acceptTerms: 'Принято соглашение',
  // Cards and orders.
  createOrder: 'Оформлена заявка на карты',
  editOrder: 'Изменена заявка на карты',
  'order-edited': 'Изменена заявка на карты',
  changeCardStatus: 'Блокировка или разблокировка карты',
  changeManyStatuses: 'Блокировка или разблокировка нескольких карт',
  setCardLimit: 'Изменён лимит карты',
  setManyLimits: 'Изменены лимиты нескольких карт',
  setCardGoods: 'Изменены товары карты',
  setManyGoods: 'Изменены товары нескольких карт',
  setCardComment: 'Изменён комментарий карты',
  attachDriver: 'Водитель прикреплён к карте',
  detachDriver: 'Водитель откреплён от карты',
  addDriver: 'Добавлен водитель',
  removeDriver: 'Удалён водитель',
  saveAct: 'Загружен акт',
  'change-settled': 'Настройка карты решена вручную',
  // Money.
  transferToCard: 'Пополнение или возврат с карты',
  moveManyCards: 'Движения по нескольким картам',
  'many-cards-moved': 'Движения по нескольким картам',
  distribute: 'Деньги распределены по сетям',
  revoke: 'Деньги отозваны из сети',
  orderFastPayment: 'Создана оплата по СБП',
  decideEmbeddedBankOrder: 'Оплата по СБП в учебном банке',
  'movement-settled': 'Движение решено вручную',
  'debt-arisen': 'По карте возник долг',
  'sales-booked': 'Учтены заправки сети',
  'shortfall-covered': 'Погашена заправка, оплаченная раньше денег карты',
  // Documents.
  'document-accepted': 'Документ подтверждён',
  'document-objected': 'По документу заявлено возражение',
  'objection-answered': 'Дан ответ на возражение',
  acceptDocument: 'Документ подтверждён',
  objectToDocument: 'По документу заявлено возражение',
  requestEdm: 'Запрошен ЭДО',
  resendDocument: 'Документ отправлен в ЭДО повторно',
  // The programme's staff.
  approveRequest: 'Заявка на карты одобрена',
  rejectRequest: 'Заявка на карты отклонена',
  publishDocument: 'Опубликован документ',
  announceMaintenance: 'Объявлены работы',
  endMaintenance: 'Работы завершены',
  updatePartner: 'Изменена сеть',
  loadStations: 'Загружен список АЗС',
  'stations-replaced': 'Загружен список АЗС',
  'staff-deed': 'Действие сотрудника программы',
  setCredit: 'Изменён кредит компании',
  publishTerms: 'Опубликована редакция соглашения',
  startReconciliation: 'Запущена сверка',
  loadBankStatement: 'Загрузка банковской выписки: шаг',
  'statement-loaded': 'Загружена банковская выписка',
  answerObjection: 'Дан ответ на возражение',
  closeMonth: 'Месяц закрыт',
  setPaymentAside: 'Платёж отложен',
  bookAdvanceReturn: 'Возврат аванса проведён',
  dismissAdvanceReturn: 'Возврат аванса отклонён',
  reopenAdvanceReturn: 'Возврат аванса открыт снова',
  settleMovement: 'Движение решено вручную',
  correctPayment: 'Зачисление платежа исправлено',
  resendStuckDocument: 'Документ отправлен в ЭДО повторно',
  settleChange: 'Настройка карты решена вручную',
  closeOrphan: 'Неучтённая заправка закрыта',
  acknowledge: 'Разобрано сотрудником',
  assignPayment: 'Платёж зачислен вручную',
  'payment-corrected': 'Зачисление платежа исправлено',
  'payment-set-aside': 'Платёж отложен',
  'advance-return-booked': 'Возврат аванса проведён',
  'advance-return-dismissed': 'Возврат аванса отклонён',
  'advance-return-reopened': 'Возврат аванса открыт снова',
  'month-closed': 'Месяц закрыт',
  'orphan-closed': 'Неучтённая заправка закрыта',
  acknowledged: 'Разобрано сотрудником',
  askAgain: 'Запрошено повторно',
  saveStaffView: 'Сохранён вид списка',
  removeStaffView: 'Удалён вид списка',
  // Sessions, the second factor and a lost phone.
  'session-ended': 'Сеанс завершён',
  'session-confirmed': 'Сеанс подтверждён кодом',
  'sessions-ended': 'Сеансы завершены',
  'factor-added': 'Подключён второй фактор',
  'factor-confirmed': 'Вход подтверждён вторым фактором',
  'factor-refused': 'Второй фактор не подтверждён',
  'factor-removed': 'Удалён второй фактор',
  'factors-removed': 'Второй фактор снят сотрудниками программы',
  'recovery-codes-renewed': 'Выданы новые коды восстановления',
  'factor-required': 'Изменено требование второго фактора',
  'driver-told': 'Добавлен водитель: он знает о передаче данных',
  'my-data-taken': 'Скачаны свои данные',
  'erasure-asked': 'Человек просит удалить его данные',
  'erasure-cancelled': 'Просьба об удалении данных отозвана',
  'person-erased': 'Удалены данные человека',
  downloadMyData: 'Скачаны свои данные',
  askForErasure: 'Человек просит удалить его данные',
  cancelErasure: 'Просьба об удалении данных отозвана',
  erasePerson: 'Удалены данные человека',
  'phone-change-asked': 'Заявка на другой телефон для входа',
  'phone-change-allowed': 'Другой телефон для входа разрешён',
  'phone-change-ended': 'Заявка на другой телефон завершена',
  confirmSession: 'Сеанс подтверждён кодом',
  endSession: 'Сеанс завершён',
  endOtherSessions: 'Другие сеансы завершены',
  addPasskey: 'Подключён ключ доступа',
  addTotp: 'Подключено приложение с кодами',
  askPasskey: 'Запрошен ключ доступа',
  beginPasskey: 'Начато подключение ключа доступа',
  beginTotp: 'Начато подключение приложения с кодами',
  confirmByPasskey: 'Вход подтверждён ключом доступа',
  confirmByRecoveryCode: 'Вход подтверждён кодом восстановления',
  confirmByTotp: 'Вход подтверждён кодом из приложения',
  removeFactor: 'Удалён второй фактор',
  renewRecoveryCodes: 'Выданы новые коды восстановления',
  requireCompanyFactor: 'Изменено требование второго фактора',
  askForPhone: 'Заявка на другой телефон для входа',
  allowPhoneChange: 'Другой телефон для входа разрешён',
  declinePhoneChange: 'В другом телефоне отказано',
  cancelPhoneChange: 'Заявка на другой телефон отменена',
  removeFactors: 'Второй фактор снят сотрудниками программы',
  'change-phone': 'Телефон для входа изменён',
  'send-security-sms': 'Отправлено СМС о безопасности',
  'send-invitation-sms': 'Отправлено СМС о приглашении',
  // The first admin, invitations.
  'admin-confirmed': 'Полномочия администратора подтверждены',
  'admin-document-given': 'Загружен документ о полномочиях',
  'admin-document-refused': 'Документ о полномочиях не принят',
  'admin-document-read': 'Документ о полномочиях открыт',
  'admin-code-sent': 'Отправлен код на телефон из реестра',
  'admin-appointed': 'Назначен администратор',
  confirmAdminByCode: 'Полномочия подтверждены кодом',
  confirmAdminDocument: 'Документ о полномочиях принят',
  giveAdminDocument: 'Загружен документ о полномочиях',
  refuseAdminDocument: 'Документ о полномочиях не принят',
  sendAdminCode: 'Отправлен код на телефон из реестра',
  appointAdmin: 'Назначен администратор',
  'invitation-accepted': 'Приглашение принято',
  'invitation-declined': 'Приглашение отклонено',
  'invitation-withdrawn': 'Приглашение отозвано',
  'colleague-left': 'Сотрудник покинул компанию',
  acceptInvitation: 'Приглашение принято',
  declineInvitation: 'Приглашение отклонено',
  withdrawInvitation: 'Приглашение отозвано',
  leaveCompany: 'Сотрудник покинул компанию',
  // Requests, clients, cards held by the programme.
  'order-approved': 'Заявка на карты одобрена',
  'order-rejected': 'Заявка на карты отклонена',
  'order-withdrawn': 'Заявка на карты отозвана',
  'registry-read': 'Данные реестра прочитаны снова',
  withdrawRequest: 'Заявка на карты отозвана',
  readRegistryAgain: 'Данные реестра прочитаны снова',
  'company-blocked': 'Клиент заблокирован',
  'company-unblocked': 'Клиент разблокирован',
  'card-held': 'Карта заблокирована программой',
  'card-hold-ended': 'Карта разблокирована программой',
  'requisites-read': 'Реквизиты прочитаны снова',
  'note-added': 'Добавлена заметка',
  addStaffNote: 'Добавлена заметка',
  blockCard: 'Карта заблокирована программой',
  blockClient: 'Клиент заблокирован',
  unblockCard: 'Карта разблокирована программой',
  unblockClient: 'Клиент разблокирован',
  rereadRequisites: 'Реквизиты прочитаны снова',
  'keep-company-cards': 'Карты клиента приведены к блокировке',
  // Deeds of two people, members, tariffs.
  'approval-proposed': 'Предложено, ждёт второго сотрудника',
  'approval-confirmed': 'Подтверждено вторым сотрудником',
  'approval-declined': 'Предложение отклонено или отозвано',
  'approval-limit-changed': 'Изменён порог кредита',
  'member-invited': 'Добавлен сотрудник программы',
  'member-role-changed': 'Изменена роль сотрудника программы',
  'member-removed': 'Исключён сотрудник программы',
  confirmApproval: 'Подтверждено вторым сотрудником',
  declineApproval: 'Предложение отклонено или отозвано',
  setApprovalLimit: 'Изменён порог кредита',
  inviteMember: 'Добавлен сотрудник программы',
  changeMemberRole: 'Изменена роль сотрудника программы',
  removeMember: 'Исключён сотрудник программы',
  endMemberSessions: 'Сеансы сотрудника программы завершены',
  'tariff-created': 'Введён тариф',
  'tariff-ended': 'Тариф завершён',
  'card-price-planned': 'Назначена цена карты',
  'credit-changed': 'Изменён кредит',
  createTariff: 'Введён тариф',
  endTariff: 'Тариф завершён',
  planCardPrice: 'Назначена цена карты',
  // What the programme publishes.
  'document-published': 'Опубликован документ',
  'document-replaced': 'Документ исправлен',
  'document-withdrawn': 'Документ отозван',
  'terms-published': 'Опубликована редакция соглашения',
  'stations-undone': 'Загрузка списка АЗС отменена',
  'partner-changed': 'Изменена сеть',
  'maintenance-announced': 'Объявлены работы',
  'maintenance-ended': 'Работы завершены',
  'news-changed': 'Изменена новость',
  'holiday-notice-changed': 'Изменено объявление о праздниках',
  replaceDocument: 'Документ исправлен',
  withdrawDocument: 'Документ отозван',
  addNews: 'Добавлена новость',
  changeNews: 'Изменена новость',
  putHolidayNotice: 'Изменено объявление о праздниках',
  undoStations: 'Загрузка списка АЗС отменена',
  // Jobs and networks.
  'carry-out-operation': 'Ответ сети по операции',
  'issue-cards': 'Выпуск карт сетью',
  'sync-card': 'Настройки карты переданы сети',
  'approve-request': 'Заявка одобрена автоматически',
  'watch-balance': 'Сообщение о пороге остатка',
  'send-letter': 'Отправлено письмо',
  'follow-fast-payment': 'Ответ банка об оплате по СБП',
  reconcile: 'Сверка учёта',
  'spent-deleted': 'Удалены устаревшие записи',
  'close-month': 'Документы месяца сделаны',
  'publish-card-act': 'Опубликован акт передачи карт',
  'connect-edm': 'Подключение ЭДО: шаг',
  'send-edm-document': 'Документ отправлен в ЭДО',
  'follow-edm-document': 'ЭДО: изменилось состояние документа',
};

export function auditTitle(action: string): string {
  return AUDIT_TITLE[action] ?? action;
}

export const TARGET_TITLE: Readonly<Record<string, string>> = {
  card: 'Карта',
  company: 'Компания',
  request: 'Заявка',
  'request-item': 'Позиция заявки',
  document: 'Документ',
  payment: 'Платёж',
  driver: 'Водитель',
  user: 'Пользователь',
  partner: 'Сеть',
  invoice: 'Счёт',
  operation: 'Операция',
  session: 'Сеанс',
  letter: 'Письмо',
  approval: 'Согласование',
  'fast-payment': 'Оплата по СБП',
  month: 'Месяц',
};

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
};

/** Balances of a deed, which it keeps in kopecks. */
const IN_KOPECKS = /^(unallocated|in-transit|card|partner|debt|bank|network)(:\d+)?$|Kopecks$/;
const IN_RUBLES = /^(creditSum|sum|value|threshold|card_price)$/;
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
