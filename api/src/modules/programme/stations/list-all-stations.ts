import type { Db } from '../../../db/database.ts';
import type { StationRecord } from './station.ts';
import { listStations } from './station-store.ts';

/** The whole list, in the order in which it was loaded. */
export function listAllStations(db: Db): Promise<StationRecord[]> {
  return listStations(db);
}
