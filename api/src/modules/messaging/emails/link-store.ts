import { sql } from 'kysely';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';
import type { EmailKind, EmailRefusal } from './email.ts';

export async function insertLink(
  db: Db,
  link: { letterId: number; tokenHash: Buffer; expiresAt: Date | null; now: Date },
): Promise<void> {
  await sql`
    insert into letter_link (token_hash, letter_id, made_at, expires_at)
    values (${link.tokenHash}, ${link.letterId}, ${link.now}, ${link.expiresAt})`.execute(db);
}

export interface LinkRecord {
  userId: number;
  kind: EmailKind;
  /** Address that the email with the link was sent to. */
  address: string;
  expiresAt: Date | null;
  usedAt: Date | null;
}

/** Locks a link. Another user of the same link waits. */
export function lockLink(tx: Db, tokenHash: Buffer): Promise<LinkRecord | null> {
  return firstRow(
    tx,
    sql<LinkRecord>`
      select letter.user_id as "userId", letter.kind, letter.address, link.expires_at as "expiresAt",
        link.used_at as "usedAt"
      from letter_link link join letter on letter.id = link.letter_id
      where link.token_hash = ${tokenHash} for update of link`,
  );
}

export async function markLinkUsed(tx: Db, tokenHash: Buffer, now: Date): Promise<void> {
  await sql`update letter_link set used_at = ${now} where token_hash = ${tokenHash}`.execute(tx);
}

/** Inserts an email with a link that confirms an address, and returns its id. */
export async function insertLinkEmail(
  tx: Db,
  email: { userId: number; address: string; now: Date },
): Promise<number> {
  const { id } = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into letter (kind, user_id, address, created_at)
      values ('confirm-address', ${email.userId}, ${email.address}, ${email.now}) returning id`,
  );
  return id;
}

/** Returns when the oldest of the last `max` such emails since a moment was written, or null while there are fewer. */
export async function findLimitReached(
  tx: Db,
  args: { userId: number; address: string; since: Date; max: number },
): Promise<Date | null> {
  const { userId, address, since, max } = args;
  const row = await getOnlyRow(
    tx,
    sql<{ by_person: Date | null; by_address: Date | null }>`
      select
        (select created_at from letter where user_id = ${userId} and kind = 'confirm-address' and created_at > ${since}
          order by created_at desc offset ${max - 1} limit 1) as by_person,
        (select created_at from letter where address = ${address} and kind = 'confirm-address' and created_at > ${since}
          order by created_at desc offset ${max - 1} limit 1) as by_address`,
  );
  if (row.by_person === null || row.by_address === null) return row.by_person ?? row.by_address;
  return row.by_person > row.by_address ? row.by_person : row.by_address;
}

export interface LinkEmail {
  createdAt: Date;
  refusal: EmailRefusal | null;
}

/** Returns the newest email with a link that was sent to this address of the person. */
export function findLastLinkEmail(
  db: Db,
  args: { userId: number; address: string },
): Promise<LinkEmail | null> {
  return firstRow(
    db,
    sql<LinkEmail>`
      select created_at as "createdAt", refusal from letter
      where user_id = ${args.userId} and kind = 'confirm-address' and address = ${args.address}
      order by created_at desc, id desc limit 1`,
  );
}
