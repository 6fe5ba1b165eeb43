import type { ExceptionTurn } from '#contract/fleet/exception-duty.ts';
import type { PreviousAdmin } from '#contract/identity/recovery.ts';
import { ROLE_TITLE } from '#contract/access.ts';
import { ADMIN_PROOF_TITLE } from '#contract/identity/first-admin.ts';
import { STAFF_ROLE_TITLE } from '#contract/staff-access.ts';
import * as say from './format-values.ts';
import type { FieldText } from './format-values.ts';

export const ROLE = say.mapTitles({ ...ROLE_TITLE, ...STAFF_ROLE_TITLE, none: 'нет доступа' });
const PREVIOUS_ADMINS_ROLE: Record<PreviousAdmin, string> = {
  admin: 'остаются администраторами',
  specialist: 'становятся специалистами',
  none: 'теряют доступ',
};
const TURN_TEXTS: Record<ExceptionTurn, string> = {
  first: 'первого',
  second: 'второго',
  anybody: 'любого, кто может ответить',
  admins: 'администраторов',
};

/** People, sign-in, notices. */
export const PEOPLE_FIELD_TEXTS: Readonly<Record<string, FieldText>> = {
  addresses: 'Адреса',
  admin: ['Администратор', { refersTo: 'user' }],
  admins: ['Администраторы', { refersTo: 'user' }],
  digestHour: 'Час сводки',
  factors: ['Вторых факторов', say.formatNonZero],
  formerAdmins: ['Прежние администраторы', say.mapTitles(PREVIOUS_ADMINS_ROLE)],
  channel: 'Канал',
  chatUrl: 'Ссылка на чат',
  consentVersion: 'Редакция согласия',
  confirmed: 'Подтверждён',
  digest: 'Сводкой',
  dueMinutes: 'Ответить за, мин',
  email: 'Почта',
  allowed: 'Разрешено',
  companies: ['Компании', { refersTo: 'company' }],
  expiresAt: ['Действует до', say.moment],
  firstId: ['Первый дежурный', { refersTo: 'user' }],
  secondId: ['Второй дежурный', { refersTo: 'user' }],
  firstname: 'Имя',
  handsOver: 'Передавать заправки',
  isNew: ['Впервые', say.formatTrueOnly],
  isNewDevice: ['Новое устройство', say.formatTrueOnly],
  keys: ['Ключей запросов', say.formatNonZero],
  lastname: 'Фамилия',
  letters: ['Писем', say.formatNonZero],
  name: 'Имя',
  newPhone: 'Новый телефон',
  ownerId: ['Ответственный', { refersTo: 'user' }],
  patronymic: 'Отчество',
  phone: 'Телефон',
  noMileage: 'Пробег не ведём',
  noWaybills: 'Путевые листы ведём не здесь',
  proof: ['Чем подтверждён', say.mapTitles(ADMIN_PROOF_TITLE)],
  required: 'Обязателен',
  sharedCode: 'Общий код для нескольких компаний',
  role: ['Роль', ROLE],
  roleId: ['Роль', say.mapTitles({ 8: 'администратор', 9: 'менеджер', 10: 'специалист' })],
  route: [
    'Шаг',
    say.mapTitles({
      'auth/register': 'запрошен код',
      'auth/confirm': 'введён код',
      'users.profile': 'указано имя',
      'auth/refresh': 'вход продлён',
    }),
  ],
  scopes: 'Права',
  sessions: ['Сеансов', say.formatNonZero],
  surname: 'Фамилия',
  told: 'Сообщить',
  tries: 'Попыток',
  turn: ['Чья очередь', say.mapTitles(TURN_TEXTS)],
  units: 'Машин в системе',
  matched: 'Узнано машин',
  wanted: 'Включено',
  zone: 'Часовой пояс',
};
