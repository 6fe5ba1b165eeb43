import type { Contacts } from '#contract/programme/contacts.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { cacheContacts } from './cached-contacts.ts';
import { contactsOfFile, findSavedContacts, putContacts } from './contacts.ts';

/** Writes how clients reach the operator; what stood there before is in the audit log. */
export async function saveContacts(
  ctx: Context,
  { contacts, userId, ip }: { contacts: Contacts; userId: number; ip: string },
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const before = (await findSavedContacts(tx)) ?? contactsOfFile(ctx.programme.today());
    await putContacts(tx, { contacts, userId, now });
    await recordEvent(tx, {
      at: now,
      what: 'contacts-changed',
      userId,
      ip,
      before: { ...before },
      after: { ...contacts },
    });
  });
  cacheContacts(ctx, contacts);
}
