import type { Context } from '../../../context.ts';
import { checkBooks } from './check-books.ts';
import { checkOldAccounts, type OldPart, toPart } from './check-old-accounts.ts';
import { withSnapshot } from './check-log.ts';
import { OLD_RECORDS } from './record-kinds.ts';
import type { Difference } from './difference.ts';

/**
 * Reads a part of the past again: all records, and entries from the first one on, compared with their stored
 * digests.
 */
export async function checkOldPart(ctx: Context, { range }: OldPart): Promise<Difference[]> {
  const records = await withSnapshot(ctx, (tx) =>
    checkBooks(tx, { part: toPart(range), kinds: OLD_RECORDS }),
  );
  return [...records, ...(await checkOldAccounts(ctx, range.account))];
}
