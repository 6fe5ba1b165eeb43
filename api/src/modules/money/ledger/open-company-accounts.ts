import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { PARTNER_IDS } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import { insertAccounts } from './ledger-store.ts';

const ZERO = kopecks(0);

/** Opens all accounts of a company that joins the programme; `creditKopecks` is how far below zero it may fall. */
export async function openCompanyAccounts(tx: Db, companyId: number, creditKopecks: Kopecks): Promise<void> {
  await insertAccounts(tx, [
    { companyId, kind: 'bank', floor: null },
    { companyId, kind: 'unallocated', floor: kopecks(0 - creditKopecks) },
    { companyId, kind: 'in-transit', floor: ZERO },
    ...PARTNER_IDS.flatMap((partnerId) => [
      { companyId, kind: 'partner' as const, partnerId, floor: ZERO },
      // Unpaid fuel is a negative balance here. It is a debt, so it has no floor.
      { companyId, kind: 'debt' as const, partnerId, floor: null },
      { companyId, kind: 'network' as const, partnerId, floor: null },
    ]),
  ]);
}
