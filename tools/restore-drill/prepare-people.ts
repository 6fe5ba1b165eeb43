import type pg from 'pg';
import { prepareCarriers, type TransferClient } from '../bench/data/prepare-carriers.ts';
import { hashSha256, newSalt, newToken, saltedHash } from '../../api/src/lib/secrets.ts';
import { withClient } from './cluster.ts';

/** A document of the demonstration that is not confirmed yet, and the month that a person names it by. */
export interface OpenDocument {
  id: number;
  partnerId: number;
  month: string;
}

/** Users of the drill: carriers with one code each, a treasurer with a session, an admin with documents to confirm. */
export interface People {
  movers: TransferClient[];
  /** INNs of the carriers' companies, for payments. */
  inns: string[];
  staffToken: string;
  admin: { token: string; phone: string; userId: number };
  papers: OpenDocument[];
}

const ADMIN_PHONE = '79000000001';
const STAFF_PHONE = '79000000000';
const COMPANIES = 20;
const MOVERS = 6000;
const SERIAL_FROM = 700_000;

export async function preparePeople(databaseUrl: string): Promise<People> {
  const movers = await prepareCarriers(databaseUrl, {
    companies: COMPANIES,
    movers: MOVERS,
    serialFrom: SERIAL_FROM,
  });
  return withClient(databaseUrl, async (client) => {
    const staff = await openSession(client, STAFF_PHONE);
    const admin = await openSession(client, ADMIN_PHONE);
    const documents = await client.query<OpenDocument>(
      `select id::int, partner_id as "partnerId", month from month_document
       where company_id = (select company_id from app_user where id = $1)
         and received_at is null and objected_at is null order by id limit 50`,
      [admin.userId],
    );
    const inns = Array.from(
      { length: COMPANIES },
      (_, index) => `98${String(SERIAL_FROM + index).padStart(8, '0')}`,
    );
    return {
      movers,
      inns,
      staffToken: staff.token,
      admin: { ...admin, phone: ADMIN_PHONE },
      papers: documents.rows,
    };
  });
}

async function openSession(client: pg.Client, phone: string): Promise<{ token: string; userId: number }> {
  const token = newToken();
  const { rows } = await client.query<{ id: number }>(
    `insert into session (user_id, access_hash, refresh_hash, enter_hash, created_at, expires_at, ends_at, confirmed_at)
     select id, $2, $3, $3, now(), now() + interval '1 day', now() + interval '1 day', now() from app_user where phone = $1
     returning user_id::int as id`,
    [phone, hashSha256(token), hashSha256(`other ${token}`)],
  );
  const [opened] = rows;
  if (!opened) throw new Error(`the demonstration has nobody with the phone ${phone}`);
  return { token, userId: opened.id };
}

/** A code that this person could have got by SMS just now, good for any one operation. */
export async function giveCode(client: pg.Client, { phone, userId }: People['admin']): Promise<string> {
  const code = '246813';
  const salt = newSalt();
  await client.query(
    `insert into sms_code (phone, user_id, salt, code_hash, sent_at, expires_at)
     values ($1, $2, $3, $4, now(), now() + interval '1 hour')`,
    [phone, userId, salt, saltedHash(code, salt)],
  );
  return code;
}
