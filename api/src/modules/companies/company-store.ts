import { sql } from 'kysely';
import type { Role } from '#contract/access.ts';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { firstRow, onlyRow, rows, type Db } from '../../db/database.ts';
import type { RegistryCompany } from '../../gateways/company-registry/company-registry.ts';

export interface CompanyRecord {
  id: number;
  inn: string;
  kpp: string | null;
  ogrn: string | null;
  title: string;
  legalForm: string;
  address: { city: string; street: string; house: string };
  /** Null: not in the programme. */
  clientSince: Date | null;
  termsAcceptedAt: Date | null;
}

interface CompanyRow {
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

const COLUMNS = sql`id, coalesce(inn, former_inn) as inn, kpp, ogrn, title, legal_form, city, street, house, client_since, terms_accepted_at`;

export async function findCompany(db: Db, companyId: number): Promise<CompanyRecord | null> {
  const row = await firstRow(db, sql<CompanyRow>`select ${COLUMNS} from company where id = ${companyId}`);
  return row && recordOf(row);
}

/** The titles of these companies, by id. */
export async function listTitles(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await rows(
    db,
    sql<{ id: number; title: string }>`select id, title from company where id = any(${ids}::bigint[])`,
  );
  return new Map(found.map(({ id, title }) => [id, title]));
}

export interface ClientFound {
  id: number;
  inn: string;
  title: string;
}

/** Clients whose INN begins with the words or whose title has them, after the owner of what was named. */
export async function searchClients(
  db: Db,
  args: { words: string; ownerId: number | null; most: number },
): Promise<ClientFound[]> {
  const words = args.words.replace(/[\\%_]/g, '\\$&');
  const { rows } = await sql<ClientFound>`
    select id, inn, title from company
    where client_since is not null
      and (id = ${args.ownerId}::bigint or inn like ${`${words}%`} or title ilike ${`%${words}%`})
    order by id is distinct from ${args.ownerId}::bigint, title, id limit ${args.most}`.execute(db);
  return rows;
}

/**
 * Ids of the programme's clients by INN; INNs of others are left out. None of these clients can leave the programme
 * before the transaction ends.
 */
export async function lockClientIds(tx: Db, inns: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; inn: string }>`
    select id, inn from company where inn = any(${inns}::text[]) and client_since is not null
    order by id for key share`.execute(tx);
  return new Map(rows.map((row) => [row.inn, row.id]));
}

/**
 * The company with this INN, locked; created if it is new. Of two simultaneous calls the second waits for the first
 * to commit.
 */
export async function lockOrInsertCompany(tx: Db, known: RegistryCompany, now: Date): Promise<CompanyRecord> {
  await sql`
    insert into company (inn, kpp, ogrn, title, legal_form, city, street, house, created_at)
    values (${known.inn}, ${known.kpp}, ${known.ogrn}, ${known.title}, ${known.legalForm},
      ${known.address.city}, ${known.address.street}, ${known.address.house}, ${now})
    on conflict (inn) do nothing`.execute(tx);
  const row = await onlyRow(
    tx,
    sql<CompanyRow>`select ${COLUMNS} from company where inn = ${known.inn} for no key update`,
  );
  return recordOf(row);
}

/** Makes a company a client, with its current data from the register. */
export async function markClient(
  tx: Db,
  companyId: number,
  known: RegistryCompany,
  now: Date,
): Promise<void> {
  await sql`
    update company set client_since = ${now}, kpp = ${known.kpp}, ogrn = ${known.ogrn}, title = ${known.title},
      legal_form = ${known.legalForm}, city = ${known.address.city}, street = ${known.address.street},
      house = ${known.address.house}
    where id = ${companyId}`.execute(tx);
}

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

export async function markAdmin(tx: Db, args: { userId: number; companyId: number }): Promise<void> {
  await sql`update app_user set company_id = ${args.companyId}, role = 'admin' where id = ${args.userId}`.execute(
    tx,
  );
}

/**
 * Locks a company after its people, the order used everywhere. This waits for what is being written about the
 * company, such as an order or a card, because its foreign key holds the row.
 */
export async function lockWithPeople(tx: Db, companyId: number): Promise<void> {
  await sql`select from app_user where company_id = ${companyId} order by id for no key update`.execute(tx);
  await sql`select from company where id = ${companyId} for update`.execute(tx);
}

/** True when the company has no card, payment, movement of money, credit or document, and only rejected requests. */
export async function isWithoutTrace(tx: Db, companyId: number): Promise<boolean> {
  const { untouched } = await onlyRow(
    tx,
    sql<{ untouched: boolean }>`
      select company.credit_kopecks = 0
        and not exists (select from card_request
          where company_id = company.id and status_id <> ${REQUEST_STATUS.rejected})
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

/** Removes all people from the company; returns their ids. */
export async function removePeople(tx: Db, companyId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update app_user set company_id = null, role = 'none' where company_id = ${companyId} returning id`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}

function recordOf(row: CompanyRow): CompanyRecord {
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
