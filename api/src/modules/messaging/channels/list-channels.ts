import type { Db } from '../../../db/database.ts';
import type { LinkedChannel } from './channel.ts';
import { listLiveChannels } from './linked-channels.ts';

/** Returns the channels over which a person can be notified now, the oldest first. */
export function listChannels(db: Db, userId: number): Promise<LinkedChannel[]> {
  return listLiveChannels(db, userId);
}
