import type { AccountPlace, LockedAccount, Movement, Transfer } from '../ledger/account.ts';

/** The movement as the ledger writes it. */
export function transferOf(
  { from, to, ...movement }: Movement,
  account: (place: AccountPlace) => LockedAccount,
): Transfer {
  return {
    ...movement,
    companyId: from.companyId,
    fromAccountId: account(from).id,
    toAccountId: account(to).id,
  };
}
