import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';

type AddressState = 'waiting' | 'confirmed' | 'left';

/**
 * A colleague's own address is valid as long as it is confirmed and still the colleague's. Any other address is
 * valid once its link was followed.
 */
const STATE = sql<AddressState>`
  case when address.left_at is not null then 'left'
    when address.confirmed_at is null then 'waiting'
    when address.user_id is null or exists (select from company_person person where person.id = address.user_id
      and person.company_id = address.company_id and person.role <> 'none' and person.email_confirmed_at is not null
      and lower(person.email) = lower(address.address)) then 'confirmed'
    else 'waiting' end`;

export interface MailingAddress {
  id: number;
  mailingId: number;
  address: string;
  state: AddressState;
}

export function listAddresses(db: Db, mailingIds: readonly number[]): Promise<MailingAddress[]> {
  return rows(
    db,
    sql<MailingAddress>`
      select address.id, address.mailing_id as "mailingId", address.address, ${STATE} as state
      from mailing_address address where address.mailing_id = any(${mailingIds}::bigint[]) order by address.id`,
  );
}

/**
 * Sets the addresses of a mailing. A known address keeps its state. A colleague's own address, and one that an earlier
 * link has confirmed in this company, needs no new link, unless it has unsubscribed from something. An unsubscribed
 * address stays unsubscribed.
 */
export async function putAddresses(
  tx: Db,
  { companyId }: CompanyScope,
  args: { mailingId: number; addresses: readonly string[]; now: Date },
): Promise<void> {
  const { mailingId, addresses, now } = args;
  await sql`
    delete from mailing_address
    where mailing_id = ${mailingId} and company_id = ${companyId} and left_at is null
      and address <> all(${addresses}::text[])`.execute(tx);
  await sql`
    insert into mailing_address (company_id, mailing_id, address, user_id, confirmed_at)
    select ${companyId}, ${mailingId}, said.address, person.id,
      case when person.id is not null then ${now}::timestamptz else (
        select max(confirmed_at) from mailing_address other where other.company_id = ${companyId}
          and other.address = said.address and other.user_id is null having bool_and(other.left_at is null)) end
    from unnest(${addresses}::text[]) as said (address)
    left join lateral (
      select id from company_person where company_id = ${companyId} and role <> 'none' and email_confirmed_at is not null
        and lower(email) = lower(said.address) order by id limit 1) person on true
    on conflict do nothing`.execute(tx);
}

/** An address with the data of its email. */
export interface PendingAddress {
  id: number;
  companyId: number;
  address: string;
  state: AddressState;
  title: string;
  company: string;
  mailingId: number;
}

const PENDING_ADDRESS = sql`
  address.id, address.company_id as "companyId", address.address, ${STATE} as state, mailing.title, company.title as company,
  mailing.id as "mailingId"`;
const ADDRESS_JOINS = sql`
  mailing_address address join mailing on mailing.id = address.mailing_id join company on company.id = mailing.company_id`;

export function findPendingAddress(db: Db, addressId: number): Promise<PendingAddress | null> {
  return firstRow(
    db,
    sql<PendingAddress>`select ${PENDING_ADDRESS} from ${ADDRESS_JOINS} where address.id = ${addressId}`,
  );
}

export interface OpenedLink extends PendingAddress {
  /** Expiry of the link, or null for a link to unsubscribe. */
  expiresAt: Date | null;
}

/** Returns the target of a link, as long as the address belongs to the mailing. */
export function findLink(db: Db, tokenHash: Buffer): Promise<OpenedLink | null> {
  return firstRow(
    db,
    sql<OpenedLink>`
      select ${PENDING_ADDRESS}, link.expires_at as "expiresAt" from ${ADDRESS_JOINS}
      join mailing_link link on link.address_id = address.id where link.token_hash = ${tokenHash}`,
  );
}

export async function insertLink(
  db: Db,
  link: {
    tokenHash: Buffer;
    of: Pick<PendingAddress, 'id' | 'companyId' | 'address'>;
    expiresAt: Date | null;
    now: Date;
  },
): Promise<void> {
  const { tokenHash, of, expiresAt, now } = link;
  await sql`
    insert into mailing_link (token_hash, company_id, address_id, address, expires_at, made_at)
    values (${tokenHash}, ${of.companyId}, ${of.id}, ${of.address}, ${expiresAt}::timestamptz, ${now})`.execute(
    db,
  );
}

/** Returns the addresses that need an email with a link: no one in the company has or has confirmed them. */
export async function listUnknown(
  db: Db,
  { companyId, addresses }: { companyId: number; addresses: readonly string[] },
): Promise<string[]> {
  const found = await rows(
    db,
    sql<{ address: string }>`
      select said.address from unnest(${addresses}::text[]) as said (address)
      where not exists (select from mailing_address known where known.company_id = ${companyId}
          and known.address = said.address and known.confirmed_at is not null)
        and not exists (select from company_person where company_id = ${companyId} and role <> 'none'
          and email_confirmed_at is not null and lower(email) = lower(said.address))`,
  );
  return found.map(({ address }) => address);
}

/** Returns those that are no confirmed address of a colleague, and not of this mailing yet. */
export async function listExternalAddresses(
  db: Db,
  args: { companyId: number; addresses: readonly string[]; mailingId: number | null },
): Promise<string[]> {
  const { companyId, addresses, mailingId } = args;
  const found = await rows(
    db,
    sql<{ address: string }>`
      select said.address from unnest(${addresses}::text[]) as said (address)
      where not exists (select from mailing_address known where known.company_id = ${companyId}
          and known.mailing_id = ${mailingId}::bigint and known.address = said.address and known.left_at is null)
        and not exists (select from company_person where company_id = ${companyId} and role <> 'none'
          and email_confirmed_at is not null and lower(email) = lower(said.address))`,
  );
  return found.map(({ address }) => address);
}

/** Counts emails with a link since a moment: those of the company, and those to the address from any company. */
export function countRequested(
  db: Db,
  args: { companyId: number; address: string; since: Date },
): Promise<{ ofCompany: number; toAddress: number }> {
  const { companyId, address, since } = args;
  return getOnlyRow(
    db,
    sql<{ ofCompany: number; toAddress: number }>`
      select count(*) filter (where company_id = ${companyId})::int as "ofCompany",
        count(*) filter (where address = ${address})::int as "toAddress"
      from mailing_link where expires_at is not null and made_at > ${since}
        and (company_id = ${companyId} or address = ${address})`,
  );
}

/** A recipient who has unsubscribed may come back by the same link. */
export async function confirmAddress(tx: Db, id: number, now: Date): Promise<void> {
  await sql`
    update mailing_address set confirmed_at = ${now}, left_at = null, user_id = null where id = ${id}`.execute(
    tx,
  );
}

/** False when he has left already. */
export async function unsubscribeByAddress(tx: Db, id: number, now: Date): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql`update mailing_address set left_at = ${now} where id = ${id} and left_at is null returning id`,
  );
  return row !== null;
}
