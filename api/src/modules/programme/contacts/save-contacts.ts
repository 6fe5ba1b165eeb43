import type { Contacts } from '#contract/contacts.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { keepContacts } from './contacts-in-hand.ts';
import { contactsOfFile } from './contacts-of-file.ts';
import { findSaidContacts, putContacts } from './contacts-store.ts';

/** Writes how clients reach the operator; what stood there before is in the audit log. */
export async function saveContacts(
  ctx: Context,
  { contacts, userId, ip }: { contacts: Contacts; userId: number; ip: string },
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const before = (await findSaidContacts(tx)) ?? contactsOfFile(ctx.config.operator);
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
  keepContacts(ctx, contacts);
}
