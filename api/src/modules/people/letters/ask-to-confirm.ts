import { MAIL_LINKS_PER_HOUR } from '#contract/letters.ts';
import type { Db } from '../../../db/database.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { findLimitReached, insertLinkLetter } from './link-store.ts';

const HOUR_MS = 3_600_000;

/**
 * Writes the letter with the link that confirms an address and returns 0, or the seconds until the next may be written: the
 * address may be a stranger's. The caller holds the person's row.
 */
export async function askToConfirm(
  tx: Db,
  { userId, address, now }: { userId: number; address: string; now: Date },
): Promise<number> {
  const since = new Date(now.getTime() - HOUR_MS);
  const oldest = await findLimitReached(tx, { userId, address, since, most: MAIL_LINKS_PER_HOUR });
  if (oldest) return Math.max(1, Math.ceil((oldest.getTime() - since.getTime()) / 1000));
  const letterId = await insertLinkLetter(tx, { userId, address, now });
  await enqueueJob(tx, 'send-letter', { letterId }, { key: `letter:${letterId}` });
  return 0;
}
