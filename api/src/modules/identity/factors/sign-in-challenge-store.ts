import { sql } from 'kysely';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface NewSignInChallenge {
  challengeHash: Buffer;
  /** The address, or the network of an IPv6 one. */
  ip: string;
  byKnownDevice: boolean;
  expiresAt: Date;
  now: Date;
}

/** Stores a question to an unknown user. Questions older than a day, which no limit counts, go. */
export async function insertSignInChallenge(tx: Db, asked: NewSignInChallenge): Promise<void> {
  const { challengeHash, ip, byKnownDevice, expiresAt, now } = asked;
  await sql`delete from sign_in_challenge where asked_at < ${new Date(now.getTime() - DAY_MS)}`.execute(tx);
  await sql`
    insert into sign_in_challenge (challenge_hash, ip, by_known_device, asked_at, expires_at)
    values (${challengeHash}, ${ip}, ${byKnownDevice}, ${now}, ${expiresAt})`.execute(tx);
}

/** Deletes the question and returns whether it could still be answered. Each is answered once, whatever the answer. */
export async function takeSignInChallenge(
  db: Db,
  args: { challengeHash: Buffer; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ open: boolean }>`
      delete from sign_in_challenge where challenge_hash = ${args.challengeHash}
      returning expires_at > ${args.now} as open`,
  );
  return row?.open ?? false;
}

/** Unanswered questions to an address in an hour and in a day, and to all unknown devices in a day. */
export interface AskedCounts {
  addressHour: number;
  addressDay: number;
  programmeDay: number;
}

/** Counts up to `max` of the whole programme, so that an attack does not make its own count slow. */
export function countSignInChallenges(
  tx: Db,
  args: { ip: string; now: Date; max: number },
): Promise<AskedCounts> {
  const { ip, now, max } = args;
  const hour = new Date(now.getTime() - HOUR_MS);
  const day = new Date(now.getTime() - DAY_MS);
  return getOnlyRow(
    tx,
    sql<AskedCounts>`
      select
        (select count(*) from sign_in_challenge where ip = ${ip} and asked_at > ${hour}) as "addressHour",
        (select count(*) from sign_in_challenge
          where ip = ${ip} and asked_at > ${day} and not by_known_device) as "addressDay",
        (select count(*) from (
          select from sign_in_challenge where asked_at > ${day} and not by_known_device limit ${max}) counted
        ) as "programmeDay"`,
  );
}
