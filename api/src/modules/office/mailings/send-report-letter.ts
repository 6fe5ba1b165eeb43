import type { Context } from '../../../context.ts';
import type { MailOutcome } from '../../../gateways/mail/mail.ts';
import { publicAddress } from '../../../http/public-address.ts';
import { hashOf, newToken } from '../../../lib/secrets.ts';
import { letterFoot } from '../../people/letters/letter-foot.ts';
import { layOutLetter } from '../../people/letters/letter-template.ts';
import { findContacts } from '../../programme/contacts/find-contacts.ts';
import { insertLink, type MailingAddress } from './address-store.ts';
import { messageIdOf } from './ask-address.ts';
import type { ReportFile } from './make-report.ts';
import { reportLetter } from './mailing-letter.ts';
import type { MailingAtWork } from './mailing-store.ts';
import type { ClaimedSending } from './sending-store.ts';

/** The letter of a sending to one address, with a link of its own out of the mailing. */
export async function sendReportLetter(
  ctx: Context,
  of: { sending: ClaimedSending; mailing: MailingAtWork; address: MailingAddress; made: ReportFile },
): Promise<MailOutcome> {
  const { sending, mailing, address, made } = of;
  const token = newToken();
  await insertLink(ctx.db.system, {
    tokenHash: hashOf(token),
    of: { ...address, companyId: sending.companyId },
    expiresAt: null,
    now: ctx.clock.now(),
  });
  const site = publicAddress(ctx.config);
  const contacts = await findContacts(ctx);
  const isAttached = made.file.length <= ctx.config.mail.mostBytes;
  const text = reportLetter(mailing, { period: sending, site, sendingId: sending.id, isAttached });
  const unsubscribeUrl = `${site}/mailing?token=${token}`;
  return ctx.mail.send({
    messageId: messageIdOf(ctx, `mailing.${sending.id}.${address.id}.${sending.createdAt.getTime()}`),
    to: address.address,
    replyTo: contacts.email,
    ...layOutLetter(text, letterFoot(ctx.config, contacts, unsubscribeUrl)),
    unsubscribeUrl,
    ...(isAttached && { attachment: { name: made.name, mime: made.mime, bytes: made.file } }),
  });
}
