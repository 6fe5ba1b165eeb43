import type { Db } from '../../../db/database.ts';
import { endChannels } from './channel-store.ts';

/** Ends a person's chats: the phone that they are on is lost. Returns how many. */
export async function endChatsOf(tx: Db, args: { userId: number; now: Date }): Promise<number> {
  return (await endChannels(tx, { ...args, butPush: true })).length;
}
