import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Only the people of the demonstration have their consent recorded for them. */
export async function insertDemonstrationActs(
  tx: Db,
  args: { userIds: readonly number[]; at: Date },
): Promise<void> {
  await sql`
    insert into consent_act (user_id, act, version, sha256, ip, user_agent, at)
    select person, 'given', wording.version, wording.sha256, '127.0.0.1', 'demonstration', ${args.at}::timestamptz
    from unnest(${args.userIds}::bigint[]) person,
      (select version, sha256 from consent_version order by version desc limit 1) wording`.execute(tx);
}
