import type { Contacts } from '#contract/contacts.ts';
import type { Context } from '../../../context.ts';
import { contactsOfFile } from './contacts-of-file.ts';
import { findSaidContacts } from './contacts-store.ts';

/** How clients reach the operator: what staff have written or, until they have, what the operator's file says. */
export async function findContacts(ctx: Context): Promise<Contacts> {
  return (await findSaidContacts(ctx.db.system)) ?? contactsOfFile(ctx.config.operator);
}
