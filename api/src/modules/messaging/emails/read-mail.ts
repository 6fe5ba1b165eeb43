import type { Context } from '../../../context.ts';
import { readPerson } from '../users/users.ts';
import { listChosen } from './email-choices.ts';
import { findLastLinkEmail, type LinkEmail } from './link-store.ts';

export interface OwnMail {
  email: string | null;
  confirmedAt: Date | null;
  /** The newest email with a link to this address. */
  asked: LinkEmail | null;
  /** The kinds about which he has chosen otherwise than usual. */
  chosen: ReadonlyMap<string, boolean>;
}

export async function readMail(ctx: Context, userId: number): Promise<OwnMail> {
  const { system } = ctx.db;
  const { email, emailConfirmedAt } = await readPerson(system, userId);
  const requested = email === null ? null : await findLastLinkEmail(system, { userId, address: email });
  return { email, confirmedAt: emailConfirmedAt, asked: requested, chosen: await listChosen(system, userId) };
}
