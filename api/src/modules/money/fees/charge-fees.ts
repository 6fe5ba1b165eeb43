import type { Db } from '../../../db/database.ts';
import { openProgrammeAccounts } from '../ledger/new-accounts.ts';
import { postUnderLock } from '../posting/post-under-lock.ts';
import { listChargePlaces, postCharge } from './post-charge.ts';
import { insertServiceCharges, type NewServiceCharge } from './service-charges.ts';

/**
 * Charges services in the caller's transaction, which has locked the money of their companies and read `now` under that lock.
 * Nothing refuses a charge: what no account covers takes unallocated funds below the credit limit (decision 187), and no card
 * is blocked for it.
 */
export async function chargeFees(tx: Db, now: Date, charges: readonly NewServiceCharge[]): Promise<void> {
  if (charges.length === 0) return;
  await openProgrammeAccounts(
    tx,
    charges.map(({ companyId }) => companyId),
  );
  const ids = await insertServiceCharges(tx, charges, now);
  await postUnderLock(tx, now, {
    needs: { places: listChargePlaces(charges) },
    decide: (books) => charges.forEach((charge, index) => postCharge(books, charge, ids[index] as number)),
  });
}
