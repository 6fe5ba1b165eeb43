import type { Context } from '../../../context.ts';
import { checkBooks, type Difference } from './check-books.ts';
import { checkOldAccounts } from './check-old-accounts.ts';
import type { OldPart } from './choose-old-part.ts';
import { inSnapshot } from './in-snapshot.ts';
import { partOfStretch } from './part-store.ts';
import { OLD_RECORDS } from './record-kinds.ts';

/** Reads a part of the past again: entries from the first one on against what the check has kept of them, and all records. */
export async function checkOldPart(ctx: Context, { stretch }: OldPart): Promise<Difference[]> {
  const records = await inSnapshot(ctx, (tx) =>
    checkBooks(tx, { part: partOfStretch(stretch), kinds: OLD_RECORDS }),
  );
  return [...records, ...(await checkOldAccounts(ctx, stretch.account))];
}
