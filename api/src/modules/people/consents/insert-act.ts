import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { ConsentAct } from './consent-store.ts';

export async function insertAct(
  tx: Db,
  said: ConsentAct & { userId: number; ip: string; userAgent: string },
): Promise<void> {
  await sql`
    insert into consent_act (user_id, act, version, sha256, ip, user_agent, at)
    values (${said.userId}, ${said.act}, ${said.version}, ${said.sha256}, ${said.ip}, ${said.userAgent}, ${said.at})`.execute(
    tx,
  );
}
