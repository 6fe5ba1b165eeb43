import type { Db } from '../../../db/database.ts';
import { deleteInvitationsBefore } from './invitation-store.ts';

const BATCH = 1000;

/** Deletes the invitations that were over before a moment, and returns how many. */
export async function deleteOldInvitations(db: Db, before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const count = await deleteInvitationsBefore(db, before, BATCH);
    deleted += count;
    if (count < BATCH) return deleted;
  }
}
