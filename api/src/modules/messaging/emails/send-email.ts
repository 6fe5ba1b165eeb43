import type { Context } from '../../../context.ts';
import { hashSha256, newToken } from '../../../lib/secrets.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { findContacts } from '../../programme/contacts/contacts.ts';
import { composeEmail, hasLink, linkExpiry } from './email-writing.ts';
import type { EmailRefusal } from './email.ts';
import { claimEmail, endEmail, findClaimEnd, releaseEmail, type ClaimedEmail } from './stored-emails.ts';
import { insertLink } from './link-store.ts';

/** Longer than the mail server is waited for: after that the sender counts as dead. */
export const CLAIM_SECONDS = 120;
/** Servers that are down, or delay unknown senders, accept the email within days or not at all. */
const GIVEN_UP_AFTER_DAYS = 3;

/**
 * Sends an email, by one sender at a time. After a crash between the server's acceptance and our record, the email
 * is sent again under the same Message-ID, which a mailbox shows once. Throws when a later attempt may succeed, so
 * that the queue tries again.
 */
export async function sendEmail(ctx: Context, letterId: number): Promise<void> {
  const { system } = ctx.db;
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + CLAIM_SECONDS * 1000);
  const email = await claimEmail(system, { letterId, until, now });
  if (!email) return retryAfterClaim(ctx, letterId);
  const needless = findEmailRefusal(email);
  if (needless) return endEmail(system, { letterId, until, refusal: needless, answer: null, now });
  const contacts = await findContacts(ctx);
  const outcome = await ctx.mail.send(composeEmail(ctx, contacts, email, await makeLink(ctx, email)));
  if (outcome.accepted) {
    return endEmail(system, { letterId, until, refusal: null, answer: null, now: ctx.clock.now() });
  }
  const { kind, message: answer } = outcome;
  // A wrong login delays every email, until a person corrects it.
  ctx.log[kind === 'auth' ? 'error' : 'warn']({ letterId, kind, answer }, 'a letter was not sent');
  const refusal = refusalAfter(email, kind, ctx.clock.now());
  if (refusal) return endEmail(system, { letterId, until, refusal, answer, now: ctx.clock.now() });
  await releaseEmail(system, { letterId, until, answer });
  throw new Error(`letter ${letterId} was not sent: ${answer}`);
}

/** If the sender dies, another process must check the email. */
async function retryAfterClaim(ctx: Context, letterId: number): Promise<void> {
  const runAt = await findClaimEnd(ctx.db.system, letterId);
  if (!runAt) return;
  await enqueueJob(ctx.db.system, 'send-letter', { letterId }, { key: `letter:${letterId}`, runAt });
}

/** Returns the change since the email was written that prevents its delivery. */
function findEmailRefusal({
  kind,
  address,
  email,
  isConfirmed,
  isUnwanted,
}: ClaimedEmail): EmailRefusal | null {
  // The person who has changed the address must not be the only reader of this email.
  if (kind === 'security') return null;
  if (address !== email) return 'changed';
  if (isUnwanted) return 'unwanted';
  return isConfirmed === (kind === 'confirm-address') ? 'changed' : null;
}

/**
 * Makes a new token for each attempt, because none is stored. The link of an attempt that was delivered after all works
 * too.
 */
async function makeLink(ctx: Context, { id, kind }: ClaimedEmail): Promise<string> {
  if (!hasLink(kind)) return '';
  const token = newToken();
  const now = ctx.clock.now();
  const expiresAt = linkExpiry(kind, now);
  await insertLink(ctx.db.system, { letterId: id, tokenHash: hashSha256(token), expiresAt, now });
  return token;
}

function refusalAfter(email: ClaimedEmail, kind: string, now: Date): EmailRefusal | null {
  if (kind === 'address' || kind === 'blocked') return kind;
  const days = (now.getTime() - email.createdAt.getTime()) / 86_400_000;
  return days >= GIVEN_UP_AFTER_DAYS ? 'late' : null;
}
