/** Names of the calls that a code of purpose `access` confirms, as its SMS shows them (docs/calls.md 3). */
export const ACCESS_ACTIONS: Readonly<Record<string, string>> = {
  createKey: 'создание ключа для программ',
  revokeKey: 'отзыв ключа для программ',
  createWebhook: 'отправка событий на новый адрес',
  rotateWebhook: 'замена секрета вебхука',
  createMailing: 'отчёты на адрес вне компании',
  changeMailing: 'отчёты на адрес вне компании',
  createDriverLink: 'ссылка водителю на карту',
  beginChannelLink: 'привязка чата к кабинету',
  inviteColleague: 'приглашение сотрудника',
  attachRole: 'роль сотрудника',
  detachRole: 'закрытие доступа сотруднику',
  grantAccess: 'доступ к компании',
  leaveCompany: 'выход из компании',
  createDelegation: 'доступ бухгалтерии к компании',
  allowSharedCode: 'общий код для документов компаний',
  addDelegatedPerson: 'сотрудник бухгалтерии у клиента',
  changeMail: 'изменение почты',
  inviteMember: 'приглашение в сотрудники программы',
  changeMemberRole: 'роль сотрудника программы',
  removeMember: 'удаление сотрудника программы',
  loadBankStatement: 'загрузка выписки банка',
  assignPayment: 'зачисление платежа клиенту',
  correctPayment: 'исправление зачисления',
  correctBalance: 'исправление баланса клиента',
  settleMovement: 'решение о движении денег',
  closeOrphan: 'закрытие непроведённой продажи',
  bookAdvanceReturn: 'возврат аванса клиенту',
  reopenAdvanceReturn: 'отмена возврата аванса',
  setCredit: 'кредит клиенту',
  switchDunningRuleOn: 'включение правила взыскания',
  createTariff: 'новый тариф',
  endTariff: 'окончание тарифа',
  createPurchaseTerm: 'условие закупки',
  endPurchaseTerm: 'окончание условия закупки',
  planCardPrice: 'цена карты',
  changeProgramme: 'реквизиты программы',
  confirmApproval: 'решение вдвоём',
  setApprovalLimit: 'сумма, которую проводят вдвоём',
  downloadMyData: 'выгрузка ваших данных',
  askForErasure: 'удаление ваших данных',
};

/** A code whose call is not named confirms any of them. */
export function accessActionText(call: string | null): string {
  const named = call !== null && Object.hasOwn(ACCESS_ACTIONS, call) ? ACCESS_ACTIONS[call] : undefined;
  return named ?? 'изменение доступа или данных для входа';
}
