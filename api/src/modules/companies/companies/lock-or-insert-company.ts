import { sql } from 'kysely';
import { firstRow, onlyRow, type Db } from '../../../db/database.ts';
import type { RegistryCompany } from '../../../gateways/company-registry/company-registry.ts';
import type { CompanyRecord } from './company.ts';
import { COLUMNS, recordOf, type CompanyRow } from './company-store.ts';

/**
 * The company with this INN, locked; created if it is new. Of two simultaneous calls the second waits for the first
 * to commit.
 */
export async function lockOrInsertCompany(tx: Db, known: RegistryCompany, now: Date): Promise<CompanyRecord> {
  await sql`select pg_advisory_xact_lock(hashtext('company-of-inn'), hashtext(${known.inn}))`.execute(tx);
  const found = sql<CompanyRow>`select ${COLUMNS} from company where inn = ${known.inn} for no key update`;
  const kept = await firstRow(tx, found);
  if (kept) return recordOf(kept);
  await sql`
    insert into company (inn, kpp, ogrn, title, legal_form, city, street, house, created_at)
    values (${known.inn}, ${known.kpp}, ${known.ogrn}, ${known.title}, ${known.legalForm},
      ${known.address.city}, ${known.address.street}, ${known.address.house}, ${now})
    on conflict do nothing`.execute(tx);
  return recordOf(await onlyRow(tx, found));
}
