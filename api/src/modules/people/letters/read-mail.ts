import type { Context } from '../../../context.ts';
import { readPerson } from '../users/read-person.ts';
import { listUnwanted } from './choice-store.ts';
import { findLastLinkLetter, type LinkLetter } from './link-store.ts';

export interface OwnMail {
  email: string | null;
  confirmedAt: Date | null;
  /** The newest letter with a link to this address. */
  asked: LinkLetter | null;
  unwanted: readonly string[];
}

export async function readMail(ctx: Context, userId: number): Promise<OwnMail> {
  const { system } = ctx.db;
  const { email, emailConfirmedAt } = await readPerson(system, userId);
  const asked = email === null ? null : await findLastLinkLetter(system, { userId, address: email });
  return { email, confirmedAt: emailConfirmedAt, asked, unwanted: await listUnwanted(system, userId) };
}
