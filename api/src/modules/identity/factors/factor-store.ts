import { sql } from 'kysely';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import type { Factor, PasskeyRecord, TotpRecord } from './factor.ts';

const COLUMNS = sql`id, kind, title, created_at as "createdAt", used_at as "usedAt"`;

export function listFactors(db: Db, userId: number): Promise<Factor[]> {
  return rows(db, sql<Factor>`select ${COLUMNS} from second_factor where user_id = ${userId} order by id`);
}

export function listTotps(db: Db, userId: number): Promise<TotpRecord[]> {
  return rows(
    db,
    sql<TotpRecord>`
      select id, secret_sealed as "secretSealed", last_step as "lastStep"
      from second_factor where user_id = ${userId} and kind = 'totp' order by id`,
  );
}

/** Passkeys that this site has made. */
export function listPasskeys(db: Db, args: { userId: number; rpId: string }): Promise<PasskeyRecord[]> {
  return rows(
    db,
    sql<PasskeyRecord>`
      select ${PASSKEY} from second_factor
      where user_id = ${args.userId} and kind = 'passkey' and rp_id = ${args.rpId} order by id`,
  );
}

/** Locks a person's own passkey. Another answer with it waits. */
export function lockPasskey(
  tx: Db,
  args: { userId: number; credentialId: string; rpId: string },
): Promise<PasskeyRecord | null> {
  return firstRow(
    tx,
    sql<PasskeyRecord>`
      select ${PASSKEY} from second_factor
      where user_id = ${args.userId} and credential_id = ${args.credentialId} and rp_id = ${args.rpId} for update`,
  );
}

/** Locks the passkey that signs in, with its user: the credential alone says who it is. */
export function lockAnyPasskey(
  tx: Db,
  args: { credentialId: string; rpId: string },
): Promise<(PasskeyRecord & { userId: number }) | null> {
  return firstRow(
    tx,
    sql<PasskeyRecord & { userId: number }>`
      select ${PASSKEY}, user_id as "userId" from second_factor
      where credential_id = ${args.credentialId} and rp_id = ${args.rpId} for update`,
  );
}

const PASSKEY = sql`id, credential_id as "credentialId", public_key as "publicKey", rp_id as "rpId", uses, transports`;

export function insertTotp(
  tx: Db,
  totp: { userId: number; title: string; secretSealed: Buffer; step: number; now: Date },
): Promise<Factor> {
  return getOnlyRow(
    tx,
    sql<Factor>`
      insert into second_factor (user_id, kind, title, created_at, secret_sealed, last_step)
      values (${totp.userId}, 'totp', ${totp.title}, ${totp.now}, ${totp.secretSealed}, ${totp.step})
      returning ${COLUMNS}`,
  );
}

/** Returns null when this very key is connected already. */
export function insertPasskey(
  tx: Db,
  passkey: Omit<PasskeyRecord, 'id'> & { userId: number; title: string; now: Date },
): Promise<Factor | null> {
  return firstRow(
    tx,
    sql<Factor>`
      insert into second_factor (user_id, kind, title, created_at, credential_id, public_key, rp_id, uses, transports)
      values (${passkey.userId}, 'passkey', ${passkey.title}, ${passkey.now}, ${passkey.credentialId},
        ${passkey.publicKey}, ${passkey.rpId}, ${passkey.uses}, ${passkey.transports}::text[])
      on conflict (credential_id) do nothing returning ${COLUMNS}`,
  );
}

/** False when this step, or a later one, was used before: each one-time password is good once. */
export async function useStep(tx: Db, args: { id: number; step: number; now: Date }): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update second_factor set last_step = ${args.step}, used_at = ${args.now}
      where id = ${args.id} and last_step < ${args.step} returning id`,
  );
  return row !== null;
}

export async function countUse(tx: Db, args: { id: number; uses: number; now: Date }): Promise<void> {
  await sql`
    update second_factor set uses = ${args.uses}, used_at = ${args.now} where id = ${args.id}`.execute(tx);
}

export async function deleteFactor(
  tx: Db,
  args: { userId: number; id: number },
): Promise<Pick<Factor, 'kind' | 'title'> | null> {
  return firstRow(
    tx,
    sql<Pick<Factor, 'kind' | 'title'>>`
      delete from second_factor where id = ${args.id} and user_id = ${args.userId} returning kind, title`,
  );
}

/** Removes everything that confirms this person, and returns how many factors that were. */
export async function deleteFactors(tx: Db, userId: number): Promise<number> {
  const gone = await rows(
    tx,
    sql<{ id: number }>`delete from second_factor where user_id = ${userId} returning id`,
  );
  return gone.length;
}
