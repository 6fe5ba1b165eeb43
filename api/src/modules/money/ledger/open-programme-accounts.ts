import type { Db } from '../../../db/database.ts';
import { insertAccounts } from './ledger-store.ts';

/** Opens the account through which a company's tariffs are booked: only those that have had a tariff have one. */
export async function openProgrammeAccounts(tx: Db, companyIds: Iterable<number>): Promise<void> {
  await insertAccounts(
    tx,
    [...new Set(companyIds)].map((companyId) => ({ companyId, kind: 'programme' as const, floor: null })),
  );
}
