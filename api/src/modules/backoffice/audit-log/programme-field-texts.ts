import { PROGRAMME_PART_TITLE } from '#contract/programme/requisites.ts';
import { COMPANY_STATE_TITLE } from '#contract/values/registry.ts';
import { VAT_SCHEME_TITLE } from '#contract/values/vat-scheme.ts';
import * as say from './format-values.ts';
import type { FieldText } from './format-values.ts';

/** Requisites, accounts and terms of the programme. */
export const PROGRAMME_FIELD_TEXTS: Readonly<Record<string, FieldText>> = {
  cases: 'Случаи «Разбора»',
  part: ['Что', say.mapTitles(PROGRAMME_PART_TITLE)],
  legalName: 'Организация',
  kpp: 'КПП',
  director: 'Руководитель',
  accountant: 'Бухгалтер',
  signatoryPosition: 'Должность подписанта',
  signatoryName: 'Подписывает',
  proxyNumber: 'Номер доверенности',
  proxyIssued: ['Дата доверенности', say.day],
  proxySystem: 'Где доверенность',
  proxyUrl: 'Ссылка на доверенность',
  edmId: 'Идентификатор ЭДО',
  bik: 'БИК',
  corrAccount: 'Корреспондентский счёт',
  otherAccounts: 'Другие счета',
  scheme: ['НДС', say.mapTitles(VAT_SCHEME_TITLE)],
  percent: 'Общая ставка, %',
  prefix: 'Начало номера счёта',
  dueDays: 'Дней на оплату счёта',
  days: 'Рабочих дней на возражения',
  approvedBy: ['Кто одобрил', say.mapTitles({ rule: 'правило программы' })],
  virtualCards: 'Виртуальных карт в заявке',
  registryState: ['По реестру', say.mapTitles(COMPANY_STATE_TITLE)],
  maxCards: 'Виртуальных карт без сотрудника, не больше',
  maxSum: 'Пополнение без сотрудника, не больше, ₽',
  carrier: 'Чем отправлено',
  tracking: 'Номер отправления',
  sentOn: ['Отправлено', say.day],
  deliveredOn: ['Доставлено', say.day],
  sent: ['Отправлено', say.day],
  delivered: ['Доставлено', say.day],
  writtenOff: 'Списание',
  activated: 'Карт начнут работать',
  activatesOnReceipt: 'Карты работают после получения',
  lowBelow: 'Мало карт, если меньше',
};
