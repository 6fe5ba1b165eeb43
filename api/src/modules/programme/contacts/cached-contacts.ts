import { isDeepStrictEqual } from 'node:util';
import type { Contacts } from '#contract/programme/contacts.ts';
import type { Context } from '../../../context.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { contactsOfFile, findContacts } from './contacts.ts';

const READ_AGAIN_MS = 5000;

interface Known {
  contacts: Contacts;
  readAt: number;
}

const knownTo = memoizePerOwner(({ programme }: Context): Known => ({
  contacts: contactsOfFile(programme.today()),
  readAt: -Infinity,
}));

/**
 * Returns the contacts for a page from the memory of this process, so that no page waits for the database. Changes of
 * another process come some seconds later; the first page after a start waits once. Returns the same object until the
 * contacts change, because pages are drawn again for a new one.
 */
export async function cachedContacts(ctx: Context): Promise<Contacts> {
  const known = knownTo(ctx);
  const now = ctx.clock.now().getTime();
  if (now - known.readAt < READ_AGAIN_MS) return known.contacts;
  const isFirst = known.readAt === -Infinity;
  known.readAt = now;
  const reading = findContacts(ctx).then(
    (contacts) => cacheContacts(ctx, contacts),
    () => undefined,
  );
  if (isFirst) await reading;
  return known.contacts;
}

export function cacheContacts(ctx: Context, contacts: Contacts): void {
  const known = knownTo(ctx);
  if (!isDeepStrictEqual(known.contacts, contacts)) known.contacts = contacts;
}
