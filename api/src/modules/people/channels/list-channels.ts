import type { Db } from '../../../db/database.ts';
import type { LinkedChannel } from './channel.ts';
import { listLiveChannels } from './linked-channels.ts';

/** Where a person can be told of things just now, the oldest first. */
export function listChannels(db: Db, userId: number): Promise<LinkedChannel[]> {
  return listLiveChannels(db, userId);
}
