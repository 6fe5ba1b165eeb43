import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { PARTNER_IDS, SANDBOX_NETWORK, type PartnerId } from '#contract/ids.ts';
import type { Db } from '../../../db/database.ts';
import { insertAccounts } from './ledger-store.ts';

const ZERO = kopecks(0);

/**
 * Opens the accounts of a company that joins the programme, with those of the first four networks; of an added network
 * they are opened with the company's first cards (`openPartnerAccounts`). `creditKopecks` is how far below zero it may
 * fall.
 */
export async function openCompanyAccounts(tx: Db, companyId: number, creditKopecks: Kopecks): Promise<void> {
  await insertAccounts(tx, [
    { companyId, kind: 'bank', floor: null },
    { companyId, kind: 'unallocated', floor: kopecks(0 - creditKopecks) },
    { companyId, kind: 'in-transit', floor: ZERO },
    ...PARTNER_IDS.flatMap((partnerId) => accountsWith(companyId, partnerId)),
  ]);
}

/** Opens the accounts of a sandbox: it has one network. */
export async function openSandboxAccounts(tx: Db, companyId: number): Promise<void> {
  await insertAccounts(tx, [
    { companyId, kind: 'bank', floor: null },
    { companyId, kind: 'unallocated', floor: ZERO },
    { companyId, kind: 'in-transit', floor: ZERO },
    ...accountsWith(companyId, SANDBOX_NETWORK),
  ]);
}

/** Opens a company's accounts with a network; those that are there stay as they are. */
export async function openPartnerAccounts(tx: Db, companyId: number, partnerId: PartnerId): Promise<void> {
  await insertAccounts(tx, accountsWith(companyId, partnerId));
}

function accountsWith(companyId: number, partnerId: PartnerId) {
  return [
    { companyId, kind: 'partner' as const, partnerId, floor: ZERO },
    // Unpaid fuel is a negative balance here. It is a debt, so it has no floor.
    { companyId, kind: 'debt' as const, partnerId, floor: null },
    { companyId, kind: 'network' as const, partnerId, floor: null },
  ];
}
