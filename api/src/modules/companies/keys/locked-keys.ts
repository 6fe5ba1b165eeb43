import { MOVES_MONEY, PAYS_OUT, type KeyScope } from '#contract/companies/key-scopes.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { fieldRefusal, notAllowed } from '../../../errors.ts';
import { keyRefused, describeClosedKey } from '../../../http/calling-key.ts';
import { formatRubles, moscowDay } from '../../../lib/money-format.ts';
import type { KeySpending } from './key-uses.ts';
import type { MovingKey } from './keys.ts';

/** A movement's request to a key. */
export interface KeyMovementCheck {
  companyId: number;
  keyId: number;
  cardId: number;
  sum: Kopecks;
  scope: typeof MOVES_MONEY | typeof PAYS_OUT;
}

declare const checked: unique symbol;

/** A movement that the key permits; `spend` counts its sum against the key. */
export type CheckedSpending = KeySpending & { readonly [checked]: true };

/**
 * Keys read for a batch of movements. They permit and are spent in memory, and the spent amount is written with the
 * movements.
 */
export interface LockedKeys {
  /**
   * Refuses: 401 a key that is closed by now; 403 a key that moves no money, or not to this card; `sum` above the rest of
   * its daily sum, after those before it in the batch. A payout stays in the company, so no daily sum limits it.
   */
  check(args: KeyMovementCheck): CheckedSpending;
  spend(spending: CheckedSpending): void;
  spent(): KeySpending[];
}

const REFUSALS = {
  [MOVES_MONEY]: {
    scope: 'Этот ключ не переводит деньги',
    card: 'Этот ключ не переводит деньги на эту карту',
  },
  [PAYS_OUT]: {
    scope: 'Этот ключ не выводит деньги с карт',
    card: 'Этот ключ не выводит деньги с этой карты',
  },
} as const satisfies Partial<Record<KeyScope, { scope: string; card: string }>>;

export function lockedKeys(found: readonly MovingKey[], now: Date): LockedKeys {
  const day = moscowDay(now);
  const spent = new Map<number, KeySpending>();
  return {
    check({ companyId, keyId, cardId, sum, scope }) {
      const key = found.find((movingKey) => movingKey.id === keyId && movingKey.companyId === companyId);
      if (!key) throw new Error(`key ${keyId} was not asked for`);
      const closed = describeClosedKey(key, now);
      if (closed) throw keyRefused(closed);
      if (!key.scopes.includes(scope)) throw notAllowed(REFUSALS[scope].scope);
      if (key.cardIds && !key.cardIds.includes(cardId)) throw notAllowed(REFUSALS[scope].card);
      if (scope === PAYS_OUT) return { keyId, companyId, day, sum: kopecks(0) } as CheckedSpending;
      if (key.dailySum === null) throw notAllowed(REFUSALS[scope].scope);
      const left = key.dailySum - (key.moved[day] ?? 0) - (spent.get(keyId)?.sum ?? 0);
      if (sum > left) throw fieldRefusal('sum', tooMuch(left));
      return { keyId, companyId, day, sum } as CheckedSpending;
    },
    spend({ keyId, companyId, sum }) {
      if (sum === 0) return;
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
