import { kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';
import { insertAccounts } from './ledger-store.ts';

/** Opens the accounts of cards that a network has issued. */
export async function openCardAccounts(tx: Db, companyId: number, cardIds: readonly number[]): Promise<void> {
  await insertAccounts(
    tx,
    cardIds.map((cardId) => ({ companyId, kind: 'card' as const, cardId, floor: kopecks(0) })),
  );
}
