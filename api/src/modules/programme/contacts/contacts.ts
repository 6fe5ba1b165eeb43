import { sql } from 'kysely';
import type { Contacts } from '#contract/programme/contacts.ts';
import { SUPPORT_HOURS } from '#contract/limits.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import type { Operator } from '../../../operator.ts';
import type { Context } from '../../../context.ts';

/** Returns the contacts that staff have saved last, or null if there are none. */
export function findSavedContacts(db: Db): Promise<Contacts | null> {
  return firstRow(
    db,
    sql<Contacts>`
      select phone, email, chat_url as "chatUrl", hours as "supportHours", address from operator_contacts`,
  );
}

export async function putContacts(
  tx: Db,
  { contacts, userId, now }: { contacts: Contacts; userId: number; now: Date },
): Promise<void> {
  const { phone, email, chatUrl, supportHours, address } = contacts;
  await sql`
    insert into operator_contacts (place, phone, email, chat_url, hours, address, changed_by, changed_at)
    values (1, ${phone}, ${email}, ${chatUrl}, ${supportHours}, ${address}, ${userId}, ${now})
    on conflict (place) do update set phone = excluded.phone, email = excluded.email, chat_url = excluded.chat_url,
      hours = excluded.hours, address = excluded.address, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at`.execute(tx);
}

/** Contacts as the operator's file has them: they count until staff write others. */
export function contactsOfFile({ phone, email, chatUrl, requisites }: Operator): Contacts {
  return { phone, email, chatUrl, supportHours: SUPPORT_HOURS, address: requisites.address };
}

/** Returns how clients reach the operator: what staff have saved or, until they do, the operator's file. */
export async function findContacts(ctx: Context): Promise<Contacts> {
  return (await findSavedContacts(ctx.db.system)) ?? contactsOfFile(ctx.programme.today());
}
