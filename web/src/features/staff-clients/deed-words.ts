import type { z } from 'zod';
import type { deedOfClient } from '#contract/clients.ts';

/** What stands in the audit log of a client, in words. One that is not here keeps its name there. */
const TITLES: Readonly<Record<string, string>> = {
  'sign-in-refused': 'Вход не удался',
  'signed-in': 'Вход',
  'signed-out': 'Выход',
  'refresh-token-reused': 'Повтор использованного ключа сеанса',
  'call-refused': 'Отказ в действии',
  'programme-joined': 'Подключение к программе',
  'programme-left': 'Выход из программы',
  'access-asked': 'Просьба о доступе',
  'access-declined': 'Доступ не дан',
  'colleague-invited': 'Приглашён сотрудник',
  'role-changed': 'Изменена роль',
  'terms-accepted': 'Принято соглашение',
  'order-edited': 'Изменена заявка',
  'consent-withdrawn': 'Отозвано согласие',
  'document-accepted': 'Принят документ',
  'document-objected': 'Возражение по документу',
  'objection-answered': 'Ответ на возражение',
  'edm-requested': 'Заявка на ЭДО',
  'debt-arisen': 'Возник долг за топливо',
  'many-cards-moved': 'Движение по многим картам',
  'movement-settled': 'Движение закончено вручную',
  'change-settled': 'Изменение закончено вручную',
  'payment-corrected': 'Исправлен платёж',
  'company-blocked': 'Клиент заблокирован',
  'company-unblocked': 'Клиент разблокирован',
  'card-held': 'Карта заблокирована программой',
  'card-hold-ended': 'Карта разблокирована программой',
  'requisites-read': 'Реквизиты прочитаны из реестра',
  'note-added': 'Добавлена заметка',
  'credit-changed': 'Изменён кредит',
};

export function deedTitle(action: string): string {
  return TITLES[action] ?? action;
}

/** The reason, where one was given. */
export function deedWords({ details }: z.infer<typeof deedOfClient>): string | null {
  return typeof details.reason === 'string' ? details.reason : null;
}
