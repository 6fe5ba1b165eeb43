import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { RegistryCompany } from '../../../gateways/company-registry/company-registry.ts';

/** Makes a company a client, with its current data from the register. `adminUnconfirmed`: its first admin has to give a proof. */
export async function markClient(
  tx: Db,
  companyId: number,
  known: RegistryCompany,
  now: Date,
  { adminUnconfirmed = false } = {},
): Promise<void> {
  await sql`
    update company set client_since = ${now}, kpp = ${known.kpp}, ogrn = ${known.ogrn}, title = ${known.title},
      legal_form = ${known.legalForm}, city = ${known.address.city}, street = ${known.address.street},
      house = ${known.address.house}, admin_unconfirmed = ${adminUnconfirmed}
    where id = ${companyId}`.execute(tx);
}
