import { sql } from 'kysely';
import type { Role } from '#contract/access.ts';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { onlyRow, type Db } from '../../../db/database.ts';
import type { CompanyRecord } from './company.ts';

export interface CompanyRow {
  id: number;
  inn: string;
  kpp: string | null;
  ogrn: string | null;
  title: string;
  legal_form: string;
  city: string;
  street: string;
  house: string;
  client_since: Date | null;
  terms_accepted_at: Date | null;
}

export const COLUMNS = sql`id, coalesce(inn, former_inn) as inn, kpp, ogrn, title, legal_form, city, street, house, client_since, terms_accepted_at`;

export interface Belonging {
  companyId: number | null;
  role: Role;
}

/** A person's company, locked, so that nobody joins two companies at once. */
export async function lockBelonging(tx: Db, userId: number): Promise<Belonging> {
  const row = await onlyRow(
    tx,
    sql<{ company_id: number | null; role: Role }>`
      select company_id, role from app_user where id = ${userId} for no key update`,
  );
  return { companyId: row.company_id, role: row.role };
}

/**
 * Locks a company after its people, the order used everywhere. This waits for what is being written about the
 * company, such as an order or a card, because its foreign key holds the row.
 */
export async function lockWithPeople(tx: Db, companyId: number): Promise<void> {
  await sql`select from app_user where company_id = ${companyId} order by id for no key update`.execute(tx);
  await sql`select from company where id = ${companyId} for update`.execute(tx);
}

/** True when the company has no card, payment, movement of money, credit or document, and only rejected requests; these are not looked at with `butForRequests`. */
export async function isWithoutTrace(
  tx: Db,
  companyId: number,
  { butForRequests = false } = {},
): Promise<boolean> {
  const { untouched } = await onlyRow(
    tx,
    sql<{ untouched: boolean }>`
      select company.credit_kopecks = 0
        and (${butForRequests}::boolean or not exists (select from card_request
          where company_id = company.id and status_id <> ${REQUEST_STATUS.rejected}))
        and not exists (select from card where company_id = company.id)
        and not exists (select from bank_payment where company_id = company.id)
        and not exists (select from month_document where company_id = company.id)
        and not exists (select from ledger_account account join ledger_entry entry on entry.account_id = account.id
          where account.company_id = company.id) as untouched
      from company where id = ${companyId}`,
  );
  return untouched;
}

/**
 * Removes a company from the programme together with all that its people have written here. Its INN becomes free:
 * whoever orders for it next gets a new company, sees nothing of the old one and accepts the agreement anew.
 */
export async function unmarkClient(tx: Db, companyId: number): Promise<void> {
  await sql`
    update company set client_since = null, terms_version = null, terms_accepted_at = null, former_inn = inn, inn = null
    where id = ${companyId}`.execute(tx);
}

export function recordOf(row: CompanyRow): CompanyRecord {
  return {
    id: row.id,
    inn: row.inn,
    kpp: row.kpp,
    ogrn: row.ogrn,
    title: row.title,
    legalForm: row.legal_form,
    address: { city: row.city, street: row.street, house: row.house },
    clientSince: row.client_since,
    termsAcceptedAt: row.terms_accepted_at,
  };
}
