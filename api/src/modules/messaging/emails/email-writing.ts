import { sql } from 'kysely';
import type { Role } from '#contract/access.ts';
import { openInCompany } from '#contract/companies/own-companies.ts';
import type { Contacts } from '#contract/programme/contacts.ts';
import { MAIL_LINK_HOURS } from '#contract/messaging/emails.ts';
import type { Db } from '../../../db/database.ts';
import { enqueueJobs } from '../../../queue/enqueue-job.ts';
import { type EmailKind, isOptional, type EmailFacts, type EmailLinks, type EmailText } from './email.ts';
import { insertEmails, type NewEmail } from './stored-emails.ts';
import type { Context } from '../../../context.ts';
import { publicAddress } from '../../../http/pages/public-address.ts';
import type { OutgoingEmail } from '../../../gateways/mail/mail.ts';
import { emailFooter } from './email-footer.ts';
import { renderEmail } from './email-template.ts';
import { EMAIL_TEXTS } from './email-texts.ts';

/**
 * Writes an email to one person, in the transaction of the event. The email is sent after the commit. A person without
 * a confirmed address gets none. Nor does a person who has left the company that the email concerns.
 */
export async function writeEmail<Kind extends EmailKind>(
  tx: Db,
  email: NewEmail<Kind> & { userId: number; companyId: number | null },
): Promise<void> {
  const { userId, ...written } = email;
  const { companyId } = written;
  const ids = await insertEmails(
    tx,
    written,
    sql`person.id = ${userId} and (${companyId}::bigint is null or exists (
      select from membership where user_id = person.id and company_id = ${companyId} and ended_at is null
      and (until is null or until > now())))`,
  );
  await enqueueJobs(
    tx,
    'send-letter',
    ids.map((letterId) => ({ letterId })),
    ({ letterId }) => `letter:${letterId}`,
  );
}

/**
 * Works as `writeEmail`, for a company's people with one of these roles, and for one of its people whatever their role.
 */
export async function writeEmailTo<Kind extends EmailKind>(
  tx: Db,
  email: NewEmail<Kind> & { companyId: number; roles: readonly Role[]; userId: number | null },
): Promise<void> {
  const { roles, userId, ...written } = email;
  const { companyId } = written;
  const ids = await insertEmails(
    tx,
    written,
    sql`exists (select from membership where user_id = person.id and company_id = ${companyId} and ended_at is null and (until is null or until > now())
      and (role = any(${roles}::text[]) or user_id = ${userId}::bigint) and role <> 'none')`,
  );
  await enqueueJobs(
    tx,
    'send-letter',
    ids.map((letterId) => ({ letterId })),
    ({ letterId }) => `letter:${letterId}`,
  );
}

const HOUR_MS = 3_600_000;

interface WrittenEmail {
  id: number;
  kind: EmailKind;
  facts: EmailFacts[EmailKind];
  address: string;
  createdAt: Date;
  /** The company that its links have to name. Null where the reader acts for one alone. */
  linkCompanyId: number | null;
}

type EmailContext = Pick<Context, 'config' | 'programme'>;

/** Composes an email for delivery. `token` is what its links open. Only its hash is stored. */
export function composeEmail(
  ctx: EmailContext,
  contacts: Contacts,
  email: WrittenEmail,
  token: string,
): OutgoingEmail {
  const { config } = ctx;
  const site = publicAddress(config);
  const { name } = ctx.programme.today();
  const write = EMAIL_TEXTS[email.kind] as (
    facts: unknown,
    links: { site: string; token: string; operator: string },
  ) => ReturnType<(typeof EMAIL_TEXTS)[EmailKind]>;
  const written = write(email.facts, { site, token, operator: name });
  const url = openInCompany(written.action.url, email.linkCompanyId);
  const text = { ...written, action: { ...written.action, url } };
  const unsubscribeUrl = isOptional(email.kind) ? `${site}/unsubscribe?token=${token}` : null;
  return {
    messageId: `<letter.${email.id}.${email.createdAt.getTime()}@${config.mail.from.address.split('@')[1]}>`,
    to: email.address,
    replyTo: contacts.email,
    ...renderEmail(text, emailFooter(ctx, contacts, unsubscribeUrl)),
    unsubscribeUrl,
  };
}

/** Returns until when the email's link works, or null if it works as long as the email is stored. */
export function linkExpiry(kind: EmailKind, now: Date): Date | null {
  return kind === 'confirm-address' ? new Date(now.getTime() + MAIL_LINK_HOURS * HOUR_MS) : null;
}

export function hasLink(kind: EmailKind): boolean {
  return kind === 'confirm-address' || isOptional(kind);
}

/** Returns the text of an email that is not written yet, without its links, for the person who decides about it. */
export function formatEmailText<Kind extends EmailKind>(
  { config, programme }: EmailContext,
  kind: Kind,
  facts: EmailFacts[Kind],
): EmailText {
  const write = EMAIL_TEXTS[kind] as (facts: EmailFacts[Kind], links: EmailLinks) => EmailText;
  return write(facts, { site: config.publicUrl ?? '', token: '', operator: programme.today().name });
}
