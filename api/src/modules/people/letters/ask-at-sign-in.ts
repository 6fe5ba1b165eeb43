import type { Db } from '../../../db/database.ts';
import { lockEmail } from '../users/lock-email.ts';
import { askToConfirm } from './ask-to-confirm.ts';
import { findLastLinkLetter } from './link-store.ts';

/**
 * The third step of the sign-in has given an address: unless it is confirmed, or was written to before, a letter with a link
 * goes there. Past the limit none does, and the sign-in goes on.
 */
export async function askAtSignIn(tx: Db, { userId, now }: { userId: number; now: Date }): Promise<void> {
  const { email: address, confirmedAt } = await lockEmail(tx, userId);
  if (address === null || confirmedAt !== null) return;
  if (await findLastLinkLetter(tx, { userId, address })) return;
  await askToConfirm(tx, { userId, address, now });
}
