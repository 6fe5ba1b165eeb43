import { ADDRESS_LINK_DAYS } from '#contract/insights/mailings.ts';
import type { Context } from '../../../context.ts';
import { publicAddress } from '../../../http/pages/public-address.ts';
import { hashSha256, newToken } from '../../../lib/secrets.ts';
import { emailFooter } from '../../messaging/emails/email-footer.ts';
import { renderEmail } from '../../messaging/emails/email-template.ts';
import { findContacts } from '../../programme/contacts/contacts.ts';
import { findPendingAddress, insertLink } from './address-store.ts';
import { addressConfirmationEmail } from './mailing-email.ts';
import { readMailingAtWork } from './mailings.ts';

const DAY_MS = 86_400_000;
const GIVEN_UP_AFTER_DAYS = 3;

/** Sends an address the email with the link, unless it is confirmed meanwhile. A repeat has the same Message-ID. */
export async function requestAddressConfirmation(
  ctx: Context,
  { addressId, at }: { addressId: number; at: string },
): Promise<void> {
  const requested = await findPendingAddress(ctx.db.system, addressId);
  if (requested?.state !== 'waiting') return;
  const now = ctx.clock.now();
  const token = newToken();
  const expiresAt = new Date(now.getTime() + ADDRESS_LINK_DAYS * DAY_MS);
  await insertLink(ctx.db.system, { tokenHash: hashSha256(token), of: requested, expiresAt, now });
  const site = publicAddress(ctx.config);
  const contacts = await findContacts(ctx);
  const operator = ctx.programme.today().name;
  const schedule = await readMailingAtWork(ctx.db.system, requested.mailingId);
  // The token follows `#`, so no server and no log on the way sees it.
  const text = addressConfirmationEmail({
    ...requested,
    schedule,
    operator,
    url: `${site}/mailing#${token}`,
  });
  const outcome = await ctx.mail.send({
    messageId: makeMessageId(ctx, `mailing-address.${addressId}.${Date.parse(at)}`),
    to: requested.address,
    replyTo: contacts.email,
    ...renderEmail(text, emailFooter(ctx, contacts, null)),
    unsubscribeUrl: null,
  });
  if (outcome.accepted || outcome.kind === 'address' || outcome.kind === 'blocked') return;
  if (now.getTime() - Date.parse(at) > GIVEN_UP_AFTER_DAYS * DAY_MS) return;
  throw new Error(`the letter to an address of a mailing was not sent: ${outcome.message}`);
}

/** Returns the same id for every attempt, so a mailbox shows the email once. */
export function makeMessageId({ config }: Context, name: string): string {
  return `<${name}@${config.mail.from.address.split('@')[1]}>`;
}
