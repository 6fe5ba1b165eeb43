import type { Db } from '../../../db/database.ts';
import { conflict, type Refusal } from '../../../errors.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import { noteBalance } from '../balance-alert/note-balance.ts';
import type { LockedAccount } from '../ledger/account.ts';
import { listAccounts } from '../ledger/list-accounts.ts';
import { requireAccounts } from '../ledger/require-accounts.ts';
import { postTransfers } from '../ledger/post-transfers.ts';
import type { CreditedPayment } from './payment.ts';

/**
 * Moves a payment's money from its company's unallocated funds back to the bank's account. Money that has been spent
 * meanwhile cannot be moved: the floor refuses it unless the company's credit covers it. The caller has locked the
 * company's money and read `now` under that lock.
 */
export async function reversePayment(tx: Db, now: Date, payment: CreditedPayment): Promise<void> {
  const { id, key, company, sum, corrections } = payment;
  const [fromAccountId = 0, toAccountId = 0] = await requireAccounts(tx, [
    { companyId: company.id, kind: 'unallocated' },
    { companyId: company.id, kind: 'bank' },
  ]);
  const locked = await listAccounts(tx, [fromAccountId]);
  const [posting] = await postTransfers(tx, now, [
    [
      {
        requestId: `bank:${key}:reverse:${corrections + 1}`,
        kind: 'reverse-payment',
        companyId: company.id,
        fromAccountId,
        toAccountId,
        amount: sum,
        subject: { kind: 'bank-payment', id },
      },
    ],
  ]);
  if (posting?.ok === false && posting.reason === 'floor') throw spent(payment, locked.get(fromAccountId));
  if (!posting?.ok || posting.repeated) throw new Error(`the money of payment ${id} was moved back before`);
  await noteBalance(tx, company.id);
}

function spent({ company, sum }: CreditedPayment, account: LockedAccount | undefined): Refusal {
  const free = Math.max(0, (account?.balance ?? 0) - (account?.floor ?? 0));
  return conflict(
    `${company.title} уже потратила эти деньги: из ${formatRubles(sum)} можно вернуть ${formatRubles(free)}. ` +
      'Остальное компания должна вернуть с карт и счетов сетей, иначе это долг, который взыскивают отдельно',
  );
}
