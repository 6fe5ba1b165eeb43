import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';

/** A working link, as the company reads it. */
export interface DriverLink {
  id: number;
  driver: { id: number; surname: string; name: string };
  phone: string;
  madeAt: Date;
  boundAt: Date | null;
  seenAt: Date | null;
}

/** A link that works, found by its token. */
export interface FoundLink {
  id: number;
  companyId: number;
  cardId: number;
  driverId: number;
  /** The user who gave the link to the driver. */
  madeBy: number;
  phone: string;
  deviceHash: Buffer | null;
  seenAt: Date | null;
}

/** The code that waits to be entered. */
interface LinkCode {
  salt: Buffer | null;
  hash: Buffer | null;
  sentAt: Date | null;
  tries: number;
  /** Sent on the Moscow day of `sentAt`. */
  ofDay: number;
}

export async function listOpenLinks(db: Db, scope: CompanyScope, cardId: number): Promise<DriverLink[]> {
  const found = await rows(
    db,
    sql<Omit<DriverLink, 'driver'> & { driverId: number; surname: string; name: string }>`
      select link.id, link.phone, link.made_at as "madeAt", link.bound_at as "boundAt", link.seen_at as "seenAt",
        driver.id as "driverId", driver.surname, driver.name
      from driver_link link join driver on driver.id = link.driver_id
      where link.company_id = ${scope.companyId} and link.card_id = ${cardId} and link.revoked_at is null
      order by link.id`,
  );
  return found.map(({ driverId, surname, name, ...link }) => ({
    ...link,
    driver: { id: driverId, surname, name },
  }));
}

/** Returns a driver who is on this card, with a phone or none; his phone stays the same until the transaction ends. */
export function findDriverOnCard(
  db: Db,
  scope: CompanyScope,
  { cardId, driverId }: { cardId: number; driverId: number },
): Promise<{ surname: string; name: string; phone: string | null } | null> {
  return firstRow(
    db,
    sql<{ surname: string; name: string; phone: string | null }>`
      select driver.surname, driver.name, driver.phone
      from card_driver join driver on driver.id = card_driver.driver_id
      where card_driver.company_id = ${scope.companyId} and card_driver.card_id = ${cardId}
        and card_driver.driver_id = ${driverId}
      for share of driver`,
  );
}

export async function insertLink(
  tx: Db,
  link: {
    companyId: number;
    cardId: number;
    driverId: number;
    phone: string;
    hash: Buffer;
    by: number;
    now: Date;
  },
): Promise<number> {
  const { companyId, cardId, driverId, phone, hash, by, now } = link;
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into driver_link (company_id, card_id, driver_id, phone, hash, made_by, made_at)
      values (${companyId}, ${cardId}, ${driverId}, ${phone}, ${hash}, ${by}, ${now}) returning id`,
  );
  return id;
}

/** A transaction that waits for the card's row makes its link after this one, so two at once leave one. */
export async function lockCard(tx: Db, { companyId }: CompanyScope, cardId: number): Promise<void> {
  await sql`select from card where id = ${cardId} and company_id = ${companyId} for no key update`.execute(
    tx,
  );
}

export async function revokeCardLink(
  tx: Db,
  scope: CompanyScope,
  { cardId, driverId, by, now }: { cardId: number; driverId: number; by: number; now: Date },
): Promise<void> {
  await sql`
    update driver_link set revoked_at = ${now}, revoked_by = ${by}
    where company_id = ${scope.companyId} and card_id = ${cardId} and driver_id = ${driverId} and revoked_at is null`.execute(
    tx,
  );
}

/** The card of the link that is closed by this. Null means that there is no such open link. */
export async function closeLink(
  tx: Db,
  scope: CompanyScope,
  { id, by, now }: { id: number; by: number; now: Date },
): Promise<{ cardId: number } | null> {
  return firstRow(
    tx,
    sql<{ cardId: number }>`
      update driver_link set revoked_at = ${now}, revoked_by = ${by}
      where id = ${id} and company_id = ${scope.companyId} and revoked_at is null
      returning card_id as "cardId"`,
  );
}

/** Finds a link that works: not revoked, its driver still on the card. */
export async function findLink(db: Db, hash: Buffer): Promise<FoundLink | null> {
  return firstRow(
    db,
    sql<FoundLink>`
      select link.id, link.company_id as "companyId", link.card_id as "cardId", link.driver_id as "driverId",
        link.made_by as "madeBy", link.phone,
        link.device_hash as "deviceHash", link.seen_at as "seenAt"
      from driver_link link
      join card_driver on card_driver.card_id = link.card_id and card_driver.driver_id = link.driver_id
      where link.hash = ${hash} and link.revoked_at is null`,
  );
}

type LinkKey = Pick<FoundLink, 'id' | 'companyId'>;

/** Locks the code until the transaction ends, so that no two guesses count as one. */
export async function lockCode(tx: Db, link: LinkKey): Promise<LinkCode> {
  return getOnlyRow(
    tx,
    sql<LinkCode>`
      select code_salt as salt, code_hash as hash, code_sent_at as "sentAt", code_tries as tries, codes_of_day as "ofDay"
      from driver_link where id = ${link.id} and company_id = ${link.companyId} for no key update`,
  );
}

export async function writeCode(
  tx: Db,
  link: LinkKey,
  code: { salt: Buffer; hash: Buffer; ofDay: number; now: Date },
): Promise<void> {
  await sql`
    update driver_link set code_salt = ${code.salt}, code_hash = ${code.hash}, code_sent_at = ${code.now},
      code_tries = 0, codes_of_day = ${code.ofDay}
    where id = ${link.id} and company_id = ${link.companyId}`.execute(tx);
}

export async function countTry(tx: Db, link: LinkKey): Promise<void> {
  await sql`update driver_link set code_tries = code_tries + 1 where id = ${link.id} and company_id = ${link.companyId}`.execute(
    tx,
  );
}

/** Writes the phone that has entered the code. The code is used up, and the phone that had the link before loses it. */
export async function writeDevice(tx: Db, link: LinkKey, deviceHash: Buffer, now: Date): Promise<void> {
  await sql`
    update driver_link set device_hash = ${deviceHash}, bound_at = ${now}, seen_at = ${now}, code_hash = null,
      code_salt = null
    where id = ${link.id} and company_id = ${link.companyId}`.execute(tx);
}

export async function recordSeen(db: Db, link: LinkKey, now: Date): Promise<void> {
  await sql`update driver_link set seen_at = ${now} where id = ${link.id} and company_id = ${link.companyId}`.execute(
    db,
  );
}
