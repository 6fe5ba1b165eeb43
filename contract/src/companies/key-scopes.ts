/**
 * Rights of a company's own programs with a key. A scope is a row here, and nowhere else: calls name the one that they
 * need (`Endpoint.key`), screens read its text.
 */
export const KEY_SCOPE = {
  'operations:read': {
    word: 'читать операции',
    explains: 'Заправки, возвраты, пополнения и блокировки, с файлами CSV и XLSX',
  },
  'cards:read': { word: 'читать карты', explains: 'Список карт: остаток, состояние, лимит, водители' },
  'documents:read': {
    word: 'читать документы',
    explains: 'Закрывающие документы по месяцам: PDF, XML, подписи, реестры и файл для 1С (EnterpriseData)',
  },
  'invoices:read': {
    word: 'читать счета',
    explains: 'Счета на оплату, их PDF и XML, реквизиты и платёжное поручение',
  },
  'money:read': { word: 'читать остатки', explains: 'Нераспределённые средства, счета сетей и кредит' },
  'drivers:read': { word: 'читать водителей', explains: 'Имена и телефоны водителей' },
  'vehicles:read': { word: 'читать машины', explains: 'Номера, карты, пробег и расход' },
  'declines:read': { word: 'читать отказы', explains: 'Отказы на АЗС с причинами' },
  'limits:write': { word: 'менять лимиты карт', explains: 'Сколько карта может потратить за период' },
  'blocks:write': {
    word: 'блокировать карты и снимать блокировку',
    explains: 'Карту, которую заблокировала программа, ключ не вернёт в работу',
  },
  'payouts:write': {
    word: 'выводить деньги с карт',
    explains: 'На счёт вашей компании, без кода из СМС, с выбранных карт или с любых',
  },
  'money:write': {
    word: 'переводить деньги на карты',
    explains: 'Без кода из СМС, не больше дневной суммы, на выбранные карты или на любые',
  },
} as const satisfies Record<string, { word: string; explains: string }>;

export type KeyScope = keyof typeof KEY_SCOPE;

export const KEY_SCOPES = Object.keys(KEY_SCOPE) as [KeyScope, ...KeyScope[]];

/** A key that moves money is limited to a sum a day. */
export const MOVES_MONEY = 'money:write' satisfies KeyScope;

/** Brings money back from cards to the company's own account, so no daily sum limits it. */
export const PAYS_OUT = 'payouts:write' satisfies KeyScope;

/** How a call is made by a key. */
export interface KeyAccess {
  scope: KeyScope;
  /** Path of the call for programs, besides its own paths: `/api/v1/cards`. */
  path?: string;
  /** Whether a key alone makes this call. The key takes the place of a code from an SMS. */
  only?: true;
  /** Only a key of a sandbox makes this call: `mg_test_…`. */
  sandbox?: true;
}

/** Prefix of every key, so that a key in the wrong place is recognised. */
export const KEY_BEGINNING = { live: 'mg_live_', test: 'mg_test_' } as const;

/** «читать операции, менять лимиты карт». */
export function formatScopes(scopes: readonly KeyScope[]): string {
  return KEY_SCOPES.filter((keyScope) => scopes.includes(keyScope))
    .map((keyScope) => KEY_SCOPE[keyScope].word)
    .join(', ');
}
