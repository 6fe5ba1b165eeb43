import type { Db } from '../../../db/database.ts';
import { spanOf, type IdSpan } from './ledger-part.ts';
import { listLedgerParts } from './ledger-part-store.ts';

/** As `spanOf`, by the parts that there are now. */
export async function findIdSpan(db: Db, moments: { from?: Date; to?: Date }): Promise<IdSpan> {
  return spanOf(await listLedgerParts(db), moments);
}
