import { sql } from 'kysely';
import { REQUEST_STATUS } from '#contract/ids.ts';
import { COMPANY_BLOCKED } from '#contract/companies/blocks.ts';
import type { AccessState } from '#contract/identity/colleagues.ts';
import { getOnlyRow, type Db, firstRow, rows } from '../../../db/database.ts';
import { notAllowed } from '../../../errors.ts';
import type { RegistryCompany } from '../../../gateways/company-registry/company-registry.ts';
import type { PdfParty } from '../../../lib/pdf/pdf-blocks.ts';

export interface CompanyRecord {
  id: number;
  inn: string;
  kpp: string | null;
  ogrn: string | null;
  title: string;
  legalForm: string;
  address: { city: string; street: string; house: string };
  /** Null when the company is not in the programme. */
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

/** Locks a user, so that what decides about their roles runs one after the other. */
export async function lockUser(tx: Db, userId: number): Promise<void> {
  await sql`select from app_user where id = ${userId} for no key update`.execute(tx);
}

/**
 * Locks a company after its people, the order used everywhere. This waits for what is being written about the
 * company, such as an order or a card, because its foreign key holds the row.
 */
export async function lockWithPeople(tx: Db, companyId: number): Promise<void> {
  await sql`
    select from app_user where id in (select user_id from membership where company_id = ${companyId} and ended_at is null)
    order by id for no key update`.execute(tx);
  await sql`select from company where id = ${companyId} for update`.execute(tx);
}

/**
 * Returns true when the company has no card, payment, movement of money, credit or document, and only rejected
 * requests. `butForRequests` skips the check of requests.
 */
export async function hasNoHistory(
  tx: Db,
  companyId: number,
  { butForRequests = false } = {},
): Promise<boolean> {
  const { untouched } = await getOnlyRow(
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
 * Removes a company from the programme together with all that its people have written here. Its INN becomes free: the
 * next user who orders for it gets a new company, sees nothing of the old one and accepts the agreement again.
 */
export async function unmarkClient(tx: Db, companyId: number): Promise<void> {
  await sql`
    update company set client_since = null, terms_version = null, terms_accepted_at = null, former_inn = inn, inn = null
    where id = ${companyId}`.execute(tx);
}

function toCompanyRecord(row: CompanyRow): CompanyRecord {
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

export async function findCompany(db: Db, companyId: number): Promise<CompanyRecord | null> {
  const row = await firstRow(db, sql<CompanyRow>`select ${COLUMNS} from company where id = ${companyId}`);
  return row && toCompanyRecord(row);
}

/** Throws 403 while the programme has blocked the company. */
export async function assertNotBlocked(tx: Db, companyId: number): Promise<void> {
  const blocked = await firstRow(
    tx,
    sql`select from company where id = ${companyId} and blocked_at is not null`,
  );
  if (blocked) throw notAllowed(COMPANY_BLOCKED);
}

export interface ClosedCompany {
  companyId: number;
  /** Nothing asked, waiting for the client's admin, or declined. */
  access: AccessState;
}

/** Returns the client with this INN and this person's open request for access; null where no client has the INN. */
export async function findAccess(
  db: Db,
  { inn, userId }: { inn: string; userId: number },
): Promise<ClosedCompany | null> {
  return firstRow(
    db,
    sql<ClosedCompany>`
      select company.id as "companyId",
        case when request.id is null then 'closed' when request.declined_at is null then 'asked' else 'declined' end as access
      from company left join access_request request on request.company_id = company.id and request.user_id = ${userId}
      where company.inn = ${inn} and company.client_since is not null`,
  );
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
  await sql`select pg_advisory_xact_lock(hashtext('company-of-inn'), hashtext(${known.inn}))`.execute(tx);
  const found = sql<CompanyRow>`select ${COLUMNS} from company where inn = ${known.inn} for no key update`;
  const existing = await firstRow(tx, found);
  if (existing) return toCompanyRecord(existing);
  await sql`
    insert into company (inn, kpp, ogrn, title, legal_form, city, street, house, created_at)
    values (${known.inn}, ${known.kpp}, ${known.ogrn}, ${known.title}, ${known.legalForm},
      ${known.address.city}, ${known.address.street}, ${known.address.house}, ${now})
    on conflict do nothing`.execute(tx);
  return toCompanyRecord(await getOnlyRow(tx, found));
}

/** The titles of these companies, by id. */
export async function listTitles(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await rows(
    db,
    sql<{ id: number; title: string }>`select id, title from company where id = any(${ids}::bigint[])`,
  );
  return new Map(found.map(({ id, title }) => [id, title]));
}

/** Returns a company as documents name it. Parts of the address that the register lacks are left out. */
export function toDocumentParty({
  title,
  inn,
  kpp,
  ogrn,
  address,
}: Pick<CompanyRecord, 'title' | 'inn' | 'kpp' | 'ogrn' | 'address'>): PdfParty {
  const { city, street, house } = address;
  const parts = [city && `г. ${city}`, street, house && `д. ${house}`].filter(Boolean);
  return { name: title, inn, kpp, ogrn, address: parts.join(', ') || null };
}

/** Builds what `toDocumentParty` returns of a row of `company`, as jsonb. */
export const SELECT_DOCUMENT_PARTY = sql`
  jsonb_build_object('name', company.title, 'inn', coalesce(company.inn, company.former_inn), 'kpp', company.kpp,
    'ogrn', company.ogrn, 'address', nullif(concat_ws(', ', 'г. ' || nullif(company.city, ''), nullif(company.street, ''),
      'д. ' || nullif(company.house, '')), ''))`;

/**
 * Inserts a company without an owner, an INN or people. It is never a client, so work on all clients skips it (decision
 * 89). Its name shows what it is, wherever it appears.
 */
export async function insertSandboxCompany(tx: Db, parentId: number, now: Date): Promise<number> {
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into company (title, legal_form, created_at)
      select 'Песочница: ' || title, legal_form, ${now} from company where id = ${parentId} returning id`,
  );
  return id;
}

/**
 * Inserts an accounting firm that is outside the programme, for those who enter it by an invitation. It does not hold its INN:
 * a user who brings that INN into the programme gets a company of their own and sees nothing of this one.
 */
export async function insertOutsideFirm(tx: Db, known: RegistryCompany, now: Date): Promise<number> {
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into company (former_inn, kpp, ogrn, title, legal_form, city, street, house, created_at)
      values (${known.inn}, ${known.kpp}, ${known.ogrn}, ${known.title}, ${known.legalForm},
        ${known.address.city}, ${known.address.street}, ${known.address.house}, ${now}) returning id`,
  );
  return id;
}
