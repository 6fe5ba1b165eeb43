/**
 * What a company's own programs may do by a key. A member is a row here, and nowhere else: calls name the one that they
 * need (`Endpoint.key`), screens read its words.
 */
export const KEY_SCOPE = {
  'operations:read': {
    word: 'читать операции',
    explains: 'Заправки, возвраты, пополнения и блокировки, с файлами CSV и XLSX',
  },
  'cards:read': { word: 'читать карты', explains: 'Список карт: остаток, состояние, лимит, водители' },
  'documents:read': { word: 'читать документы', explains: 'Закрывающие документы по месяцам и их файлы' },
  'money:read': { word: 'читать остатки', explains: 'Нераспределённые средства, счета сетей и кредит' },
  'limits:write': { word: 'менять лимиты карт', explains: 'Сколько карта может потратить за период' },
  'money:write': {
    word: 'переводить деньги на карты',
    explains: 'Без кода из СМС, не больше дневной суммы, на выбранные карты или на любые',
  },
} as const satisfies Record<string, { word: string; explains: string }>;

export type KeyScope = keyof typeof KEY_SCOPE;

export const KEY_SCOPES = Object.keys(KEY_SCOPE) as [KeyScope, ...KeyScope[]];

/** A key that moves money is held to a sum a day. */
export const MOVES_MONEY: KeyScope = 'money:write';

/** How a call is made by a key. */
export interface KeyDoor {
  scope: KeyScope;
  /** Where programs find the call, besides its own paths: `/api/v1/cards`. */
  path?: string;
  /** No session makes this call: what stands for the code from an SMS is the key. */
  only?: true;
  /** Only a key of a sandbox makes this call: `mg_test_…`. */
  sandbox?: true;
}

/** What every key begins with, so that a key in the wrong place is seen to be one. */
export const KEY_BEGINNING = { live: 'mg_live_', test: 'mg_test_' } as const;

/** «читать операции, менять лимиты карт». */
export function scopeWords(scopes: readonly KeyScope[]): string {
  return KEY_SCOPES.filter((one) => scopes.includes(one))
    .map((one) => KEY_SCOPE[one].word)
    .join(', ');
}
