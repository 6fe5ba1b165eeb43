import type { Db } from '../../../db/database.ts';
import { findTariffRecord, type TariffRecord } from './tariff-store.ts';

export function findTariff(db: Db, id: number): Promise<TariffRecord | null> {
  return findTariffRecord(db, id);
}
