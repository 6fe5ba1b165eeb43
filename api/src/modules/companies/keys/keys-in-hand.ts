import { MOVES_MONEY } from '#contract/key-scopes.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { fieldRefusal, notAllowed } from '../../../errors.ts';
import { keyRefused, whyClosed } from '../../../http/calling-key.ts';
import { formatRubles, moscowDay } from '../../../lib/money-format.ts';
import type { KeySpending } from './add-key-spending.ts';
import type { MovingKey } from './find-moving-keys.ts';

/** What a movement asks of a key. */
export interface AskedOfKey {
  companyId: number;
  keyId: number;
  cardId: number;
  sum: Kopecks;
}

declare const checked: unique symbol;

/** A movement that its key permits; `spend` counts it. */
export type CheckedSpending = KeySpending & { readonly [checked]: true };

/** Keys read for a batch of deeds: they permit and are spent in memory, and what they spent is written with the deeds. */
export interface KeysInHand {
  /**
   * Refuses: 401 a key that is closed by now; 403 a key that moves no money, or not to this card; `sum` above what is left
   * of its daily sum, after those before it in the batch.
   */
  check(asked: AskedOfKey): CheckedSpending;
  spend(spending: CheckedSpending): void;
  spent(): KeySpending[];
}

const MOVES_NOTHING = 'Этот ключ не переводит деньги';
const OTHER_CARD = 'Этот ключ не переводит деньги на эту карту';

export function keysInHand(found: readonly MovingKey[], now: Date): KeysInHand {
  const day = moscowDay(now);
  const spent = new Map<number, KeySpending>();
  return {
    check({ companyId, keyId, cardId, sum }) {
      const key = found.find((one) => one.id === keyId && one.companyId === companyId);
      if (!key) throw new Error(`key ${keyId} was not asked for`);
      const closed = whyClosed(key, now);
      if (closed) throw keyRefused(closed);
      if (!key.scopes.includes(MOVES_MONEY) || key.dailySum === null) throw notAllowed(MOVES_NOTHING);
      if (key.cardIds && !key.cardIds.includes(cardId)) throw notAllowed(OTHER_CARD);
      const left = key.dailySum - (key.moved[day] ?? 0) - (spent.get(keyId)?.sum ?? 0);
      if (sum > left) throw fieldRefusal('sum', tooMuch(left));
      return { keyId, companyId, day, sum } as CheckedSpending;
    },
    spend({ keyId, companyId, sum }) {
      const before = spent.get(keyId)?.sum ?? 0;
      spent.set(keyId, { keyId, companyId, day, sum: kopecks(before + sum) });
    },
    spent: () => [...spent.values()],
  };
}

function tooMuch(left: number): string {
  return left > 0
    ? `Сегодня ключ может перевести ещё ${formatRubles(left)}`
    : 'Дневная сумма ключа на сегодня исчерпана';
}
