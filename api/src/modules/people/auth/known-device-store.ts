import { sql } from 'kysely';
import { firstRow, onlyRow, type Db } from '../../../db/database.ts';

export interface SeenDevice {
  userId: number;
  tokenHash: Buffer;
  signature: Buffer;
  now: Date;
}

/** Notes that a known device of this person has come back with its cookie; false when it is none. */
export async function noteKnownToken(tx: Db, seen: SeenDevice): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update known_device set keeps_cookie = true, seen_at = ${seen.now}, signature = ${seen.signature}
    where user_id = ${seen.userId} and token_hash = ${seen.tokenHash}`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** As above, of a client that has never kept a cookie; it gets another one. */
export async function noteKnownSignature(tx: Db, seen: SeenDevice): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update known_device set token_hash = ${seen.tokenHash}, seen_at = ${seen.now}
      where id = (
        select id from known_device
        where user_id = ${seen.userId} and signature = ${seen.signature} and not keeps_cookie
        order by seen_at desc limit 1)
      returning id`,
  );
  return row !== null;
}

/** The device has another token from now on, for everybody who has signed in there. */
export async function renameDevice(tx: Db, args: { from: Buffer; to: Buffer }): Promise<void> {
  await sql`update known_device set token_hash = ${args.to} where id in (
    select id from known_device where token_hash = ${args.from} order by id for no key update)`.execute(tx);
}

/** Whether a browser was given this token, for whomever. */
export async function isTokenGiven(tx: Db, tokenHash: Buffer): Promise<boolean> {
  const { given } = await onlyRow(
    tx,
    sql<{ given: boolean }>`
      select exists (select from known_device where token_hash = ${tokenHash}) as given`,
  );
  return given;
}

export async function hasDevices(tx: Db, userId: number): Promise<boolean> {
  const { has } = await onlyRow(
    tx,
    sql<{ has: boolean }>`select exists (select from known_device where user_id = ${userId}) as has`,
  );
  return has;
}

/** Two sign-ins at once may bring the same one. */
export async function insertDevice(tx: Db, seen: SeenDevice): Promise<void> {
  await sql`
    insert into known_device (user_id, token_hash, signature, first_seen_at, seen_at)
    values (${seen.userId}, ${seen.tokenHash}, ${seen.signature}, ${seen.now}, ${seen.now})
    on conflict (user_id, token_hash) do update set seen_at = excluded.seen_at`.execute(tx);
}

/** Whether the owner of a phone has signed in on this device since a moment. */
export async function isDeviceOfPhone(
  db: Db,
  args: { phone: string; tokenHash: Buffer; since: Date },
): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ id: number }>`
      select device.id from known_device device join app_user u on u.id = device.user_id
      where device.token_hash = ${args.tokenHash} and u.phone = ${args.phone} and device.seen_at > ${args.since}`,
  );
  return row !== null;
}
