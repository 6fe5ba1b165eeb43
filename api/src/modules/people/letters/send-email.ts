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
/** Servers that are down, or greet strangers late, get the letter within days or not at all. */
const GIVEN_UP_AFTER_DAYS = 3;

/**
 * Sends a letter, by one sender at a time. Whoever dies between the server's yes and our note of it sends it again under the
 * same Message-ID, which a mailbox shows once. Throws when it may still arrive later, so that the queue tries again.
 */
export async function sendEmail(ctx: Context, letterId: number): Promise<void> {
  const { system } = ctx.db;
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + CLAIM_SECONDS * 1000);
  const email = await claimEmail(system, { letterId, until, now });
  if (!email) return retryAfterClaim(ctx, letterId);
  const needless = whyNot(email);
  if (needless) return endEmail(system, { letterId, until, refusal: needless, answer: null, now });
  const contacts = await findContacts(ctx);
  const outcome = await ctx.mail.send(composeEmail(ctx.config, contacts, email, await makeLink(ctx, email)));
  if (outcome.accepted) {
    return endEmail(system, { letterId, until, refusal: null, answer: null, now: ctx.clock.now() });
  }
  const { kind, message: answer } = outcome;
  // A wrong login holds up every letter, until somebody corrects it.
  ctx.log[kind === 'auth' ? 'error' : 'warn']({ letterId, kind, answer }, 'a letter was not sent');
  const refusal = refusalAfter(email, kind, ctx.clock.now());
  if (refusal) return endEmail(system, { letterId, until, refusal, answer, now: ctx.clock.now() });
  await releaseEmail(system, { letterId, until, answer });
  throw new Error(`letter ${letterId} was not sent: ${answer}`);
}

/** If the sender dies, somebody has to look after the letter. */
async function retryAfterClaim(ctx: Context, letterId: number): Promise<void> {
  const runAt = await findClaimEnd(ctx.db.system, letterId);
  if (!runAt) return;
  await enqueueJob(ctx.db.system, 'send-letter', { letterId }, { key: `letter:${letterId}`, runAt });
}

/** What has changed since it was written. */
function whyNot({ kind, address, email, isConfirmed, isUnwanted }: ClaimedEmail): EmailRefusal | null {
  // Whoever has changed the address must not be the only one to learn of it.
  if (kind === 'security') return null;
  if (address !== email) return 'changed';
  if (isUnwanted) return 'unwanted';
  return isConfirmed === (kind === 'confirm-address') ? 'changed' : null;
}

/** A token for each attempt, because none is kept: one that has arrived after all works too. */
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
