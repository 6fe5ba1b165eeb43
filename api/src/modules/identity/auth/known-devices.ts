import { sql } from 'kysely';
import { RETENTION_PERIODS } from '#contract/backoffice/retention.ts';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';
import type { Context } from '../../../context.ts';
import { hashSha256 } from '../../../lib/secrets.ts';

export interface SeenDevice {
  userId: number;
  tokenHash: Buffer;
  signature: Buffer;
  now: Date;
}

/** Records that a known device of this person has come back with its cookie. Returns false if it is unknown. */
export async function recordKnownToken(tx: Db, seen: SeenDevice): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update known_device set keeps_cookie = true, seen_at = ${seen.now}, signature = ${seen.signature}
    where user_id = ${seen.userId} and token_hash = ${seen.tokenHash}`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Works like the function above, for a client that has never stored a cookie. It gets a new one. */
export async function recordKnownSignature(tx: Db, seen: SeenDevice): Promise<boolean> {
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

/** Gives the device another token, for every user who has signed in there. */
export async function renameDevice(tx: Db, args: { from: Buffer; to: Buffer }): Promise<void> {
  await sql`update known_device set token_hash = ${args.to} where id in (
    select id from known_device where token_hash = ${args.from} order by id for no key update)`.execute(tx);
}

/** Returns whether any browser was given this token, for any user. */
export async function isTokenGiven(tx: Db, tokenHash: Buffer): Promise<boolean> {
  const { given } = await getOnlyRow(
    tx,
    sql<{ given: boolean }>`
      select exists (select from known_device where token_hash = ${tokenHash}) as given`,
  );
  return given;
}

export async function hasDevices(tx: Db, userId: number): Promise<boolean> {
  const { has } = await getOnlyRow(
    tx,
    sql<{ has: boolean }>`select exists (select from known_device where user_id = ${userId}) as has`,
  );
  return has;
}

/** Two sign-ins at once may bring the same device. */
export async function insertDevice(tx: Db, seen: SeenDevice): Promise<void> {
  await sql`
    insert into known_device (user_id, token_hash, signature, first_seen_at, seen_at)
    values (${seen.userId}, ${seen.tokenHash}, ${seen.signature}, ${seen.now}, ${seen.now})
    on conflict (user_id, token_hash) do update set seen_at = excluded.seen_at`.execute(tx);
}

/** Returns whether the owner of a phone has signed in on this device since a moment. */
async function isDeviceOfPhone(
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

/** A device stays known for so long after its last sign-in; so does its cookie. */
export const DEVICE_DAYS = RETENTION_PERIODS.devices.days;
/** Returns the time limit of known devices. A device without a sign-in since then is no longer known. */
function oldestKnown(now: Date): Date {
  return new Date(now.getTime() - DEVICE_DAYS * 86_400_000);
}

/** Returns whether the owner of this phone has signed in on this device. It gives no right, only separate limits. */
export async function isKnownDevice(
  ctx: Context,
  { phone, device }: { phone: string; device: string | null },
): Promise<boolean> {
  if (device === null) return false;
  const since = oldestKnown(ctx.clock.now());
  return isDeviceOfPhone(ctx.db.system, { phone, tokenHash: hashSha256(device), since });
}

/** Forgets all devices of a person whose phone was lost or stolen, or goes to another person. */
export async function forgetDevices(tx: Db, userId: number): Promise<void> {
  await sql`delete from known_device where user_id = ${userId}`.execute(tx);
}

/** Makes no device the owner's any more: the factor that was shown there is gone. */
export async function forgetFactorOnDevices(tx: Db, userId: number): Promise<void> {
  await sql`update known_device set factor_at = null where user_id = ${userId} and factor_at is not null`.execute(
    tx,
  );
}

const BATCH = 1000;

/** Deletes the devices without a sign-in since a moment, and returns how many. */
export async function deleteOldDevices(db: Db, before: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from known_device where id in (
        select id from known_device where seen_at < ${before} order by seen_at limit ${BATCH})`.execute(db);
    deleted += Number(numAffectedRows ?? 0);
    if (Number(numAffectedRows ?? 0) < BATCH) return deleted;
  }
}

/** Starts the counts of a session and its device again after a right answer, which makes the device one of the owner's. */
export async function markFactorConfirmed(
  tx: Db,
  args: { sessionId: number; userId: number; tokenHash: Buffer | null; now: Date },
): Promise<void> {
  const { sessionId, userId, tokenHash, now } = args;
  await sql`update session set factor_at = ${now}, factor_tries = 0 where id = ${sessionId}`.execute(tx);
  if (!tokenHash) return;
  await sql`
    update known_device set factor_at = ${now}, factor_tries = 0
    where user_id = ${userId} and token_hash = ${tokenHash}`.execute(tx);
}

const DAY_SECONDS = 86_400;

/** Tries of a day, and when the day began. */
export interface DailyTries {
  tries: number;
  since: Date;
}

export function dayBefore(now: Date): Date {
  return new Date(now.getTime() - DAY_SECONDS * 1000);
}

export function secondsUntilNextDay(since: Date, now: Date): number {
  return secondsUntil(new Date(since.getTime() + DAY_SECONDS * 1000), now);
}

export function secondsUntil(until: Date, now: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
}
