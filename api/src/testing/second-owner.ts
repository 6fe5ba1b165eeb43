import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { getOnlyRow } from '../db/database.ts';
import { hashSha256, newToken } from '../lib/secrets.ts';

const PHONE = '79000000010';

/** A session of another owner of the programme, for what needs two people. */
export async function secondOwner(ctx: Context): Promise<string> {
  const token = newToken();
  const owner = await getOnlyRow(
    ctx.db.system,
    sql<{ id: number }>`
      insert into app_user (phone, firstname, lastname, is_staff, staff_role, created_at)
      values (${PHONE}, 'Игорь', 'Самарин', true, 'owner', ${ctx.clock.now()})
      on conflict (phone) do update set is_staff = true, staff_role = 'owner' returning id`,
  );
  await sql`
    insert into session (user_id, access_hash, refresh_hash, enter_hash, created_at, expires_at, ends_at)
    values (${owner.id}, ${hashSha256(token)}, ${hashSha256(newToken())}, ${hashSha256(newToken())}, ${ctx.clock.now()},
      ${new Date('2100-01-01')}, ${new Date('2100-01-01')})`.execute(ctx.db.system);
  return token;
}
