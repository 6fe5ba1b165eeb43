import type { Context } from '../../../context.ts';
import type { MailOutcome } from '../../../gateways/mail/mail.ts';
import { publicAddress } from '../../../http/public-address.ts';
import { hashSha256, newToken } from '../../../lib/secrets.ts';
import { emailFooter } from '../../people/letters/email-footer.ts';
import { renderEmail } from '../../people/letters/email-template.ts';
import { findContacts } from '../../programme/contacts/contacts.ts';
import { insertLink, type MailingAddress } from './address-store.ts';
import { makeMessageId } from './ask-address.ts';
import type { ReportFile } from './make-report.ts';
import { reportEmail } from './mailing-email.ts';
import type { MailingAtWork } from './mailings.ts';
import type { ClaimedDelivery } from './deliveries.ts';

/** Sends the email of a delivery to one address, with its own link to unsubscribe. */
export async function sendReportEmail(
  ctx: Context,
  of: { sending: ClaimedDelivery; mailing: MailingAtWork; address: MailingAddress; made: ReportFile },
): Promise<MailOutcome> {
  const { sending: delivery, mailing, address, made } = of;
  const token = newToken();
  await insertLink(ctx.db.system, {
    tokenHash: hashSha256(token),
    of: { ...address, companyId: delivery.companyId },
    expiresAt: null,
    now: ctx.clock.now(),
  });
  const site = publicAddress(ctx.config);
  const contacts = await findContacts(ctx);
  const isAttached = made.file.length <= ctx.config.mail.mostBytes;
  const text = reportEmail(mailing, { period: delivery, site, sendingId: delivery.id, isAttached });
  const unsubscribeUrl = `${site}/mailing?token=${token}`;
  return ctx.mail.send({
    messageId: makeMessageId(ctx, `mailing.${delivery.id}.${address.id}.${delivery.createdAt.getTime()}`),
    to: address.address,
    replyTo: contacts.email,
    ...renderEmail(text, emailFooter(ctx.config, contacts, unsubscribeUrl)),
    unsubscribeUrl,
    ...(isAttached && { attachment: { name: made.name, mime: made.mime, bytes: made.file } }),
  });
}
