import type { Context } from '../../../context.ts';
import { listChecked, readTails, type Checked } from './account-check-store.ts';
import type { Difference } from './check-books.ts';
import { checkSeals } from './check-seals.ts';
import { inSnapshot } from './in-snapshot.ts';

const ACCOUNTS = 200;
const ENTRIES = 20_000;
const MOST = 20;

/** As far as the check has kept them, entries say what they said then, and sealed days say what the entries do. */
export async function checkOldAccounts(
  ctx: Context,
  { after, upto }: { after: number; upto: number | null },
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (let reach = after; ;) {
    const batch = await listChecked(ctx.db.system, { after: reach, upto, most: ACCOUNTS });
    if (batch.length === 0) return differences;
    for (const kept of batch) if (kept.last > 0) differences.push(...(await checkOldAccount(ctx, kept)));
    const until = batch.at(-1)?.accountId ?? 0;
    differences.push(...(await checkSeals(ctx.db.system, { after: reach, upto: until })));
    reach = until;
  }
}

async function checkOldAccount(ctx: Context, kept: Checked): Promise<Difference[]> {
  const differences: Difference[] = [];
  let read: Checked = { ...kept, last: 0, balance: 0, entries: 0, checksum: 0n };
  for (let more = true; more;) {
    const [tail] = await inSnapshot(ctx, (tx) => readTails(tx, [read], { most: ENTRIES, upto: [kept.last] }));
    if (!tail) break;
    more = tail.entries >= ENTRIES;
    differences.push(...tail.problems);
    const { last, balance } = tail;
    const entries = read.entries + tail.entries;
    read = { ...read, last, balance, entries, checksum: read.checksum + tail.checksum };
  }
  if (read.checksum !== kept.checksum || read.entries !== kept.entries || read.last !== kept.last)
    differences.push({
      kind: 'entries-changed',
      details: { companyId: kept.companyId, accountId: kept.accountId, transferId: kept.last },
    });
  return differences.slice(0, MOST);
}
