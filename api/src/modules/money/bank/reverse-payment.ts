import type { Db } from '../../../db/database.ts';
import { conflict, type Refusal } from '../../../errors.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import type { LockedAccount } from '../ledger/account.ts';
import { postUnderLock } from '../posting/post-under-lock.ts';
import { bankPlaces } from './booking-file.ts';
import type { CreditedPayment } from './payment.ts';

/**
 * Moves a payment's money from its company's unallocated funds back to the bank's account. Money that was spent
 * meanwhile cannot be moved: the floor refuses it unless the company's credit covers it. The caller has locked the
 * company's money and read `now` under that lock.
 */
export async function reversePayment(tx: Db, now: Date, payment: CreditedPayment): Promise<void> {
  const { id, key, company, sum, corrections } = payment;
  const { bank, unallocated } = bankPlaces(company.id);
  await postUnderLock(tx, now, {
    needs: { places: [bank, unallocated] },
    decide(books) {
      const requestId = `bank:${key}:reverse:${corrections + 1}`;
      const subject = { kind: 'bank-payment', id } as const;
      const { ok } = books.post([
        { requestId, kind: 'reverse-payment', from: unallocated, to: bank, amount: sum, subject },
      ]);
      if (!ok) throw spentRefusal(payment, books.account(unallocated));
    },
  });
}

function spentRefusal({ company, sum }: CreditedPayment, { balance, floor }: LockedAccount): Refusal {
  const free = Math.max(0, balance - (floor ?? 0));
  return conflict(
    `${company.title} уже потратила эти деньги: из ${formatRubles(sum)} можно вернуть ${formatRubles(free)}. ` +
      'Остальное компания должна вернуть с карт и счетов сетей, иначе это долг, который взыскивают отдельно',
  );
}
