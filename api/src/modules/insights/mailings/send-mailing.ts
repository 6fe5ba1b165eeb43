import { openInCompany } from '#contract/companies/own-companies.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { Refusal } from '../../../errors.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { counted } from '#contract/values/counted.ts';
import { listAddresses, type MailingAddress, insertLink } from './address-store.ts';
import { makeReport, type ReportFile } from './make-report.ts';
import { readMailingAtWork, type MailingAtWork } from './mailings.ts';
import {
  claimDelivery,
  endDelivery,
  findClaimEnd,
  releaseDelivery,
  insertOutcome,
  listOutcomes,
  type ClaimedDelivery,
} from './deliveries.ts';
import { stopForAuthor } from './stopped-mailings.ts';
import type { MailOutcome } from '../../../gateways/mail/mail.ts';
import { publicAddress } from '../../../http/pages/public-address.ts';
import { hashSha256, newToken } from '../../../lib/secrets.ts';
import { emailFooter } from '../../messaging/emails/email-footer.ts';
import { renderEmail } from '../../messaging/emails/email-template.ts';
import { findContacts } from '../../programme/contacts/contacts.ts';
import { makeMessageId } from './request-address-confirmation.ts';
import { reportEmail } from './mailing-email.ts';

/** Longer than it takes to make a file and send ten emails. */
const CLAIM_SECONDS = 900;
/** A report of yesterday is of no use much later. */
const GIVEN_UP_AFTER_MS = 86_400_000;

/**
 * Makes the file of a delivery and sends it to each address that accepts it, by one process at a time. After a crash
 * the next process skips addresses that have it. An email that was in progress is sent again under its Message-ID.
 * Throws if an email may still be delivered later, so that the queue tries again.
 */
export async function sendMailing(ctx: Context, sendingId: number): Promise<void> {
  const { system } = ctx.db;
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + CLAIM_SECONDS * 1000);
  const delivery = await claimDelivery(system, { id: sendingId, until, now });
  if (!delivery) return retryAfterClaim(ctx, sendingId);
  const mailing = await readMailingAtWork(system, delivery.mailingId);
  if (!mailing.mayRead) return stopForAuthor(ctx, mailing, delivery);
  const wanting = (await listAddresses(system, [mailing.id])).filter(({ state }) => state === 'confirmed');
  if (wanting.length === 0)
    return end(ctx, delivery, { state: 'skipped', bytes: null, problem: 'Ни один адрес не подтверждён' });
  const made = await make(ctx, mailing, delivery);
  if ('problem' in made) return end(ctx, delivery, { state: 'failed', bytes: null, problem: made.problem });
  const open = await sendToEach(ctx, { sending: delivery, mailing, wanting, made });
  if (open > 0 && now.getTime() - delivery.createdAt.getTime() < GIVEN_UP_AFTER_MS) {
    await releaseDelivery(system, sendingId);
    throw new Error(`sending ${sendingId}: ${open} letters were not sent`);
  }
  const outcomes = await listOutcomes(system, sendingId);
  const lost = wanting.length - outcomes.filter(({ state }) => state === 'sent').length;
  await end(ctx, delivery, {
    state: lost < wanting.length ? 'sent' : 'failed',
    bytes: made.file.length,
    problem: lost === 0 ? null : `Не принято: ${counted(lost, ['адрес', 'адреса', 'адресов'])}`,
  });
}

/** If the sender dies, another process must check the delivery. */
async function retryAfterClaim(ctx: Context, sendingId: number): Promise<void> {
  const runAt = await findClaimEnd(ctx.db.system, sendingId);
  if (!runAt) return;
  await enqueueJob(
    ctx.db.system,
    'send-mailing',
    { sendingId },
    { key: `mailing-sending:${sendingId}`, runAt },
  );
}

/** The file, or the sentence of what stands against it: what is filtered by is gone, or there is too much. */
async function make(
  ctx: Context,
  mailing: MailingAtWork,
  { companyId, from, to }: ClaimedDelivery,
): Promise<ReportFile | { problem: string }> {
  try {
    return await makeReport(ctx, mintCompanyScope(companyId), mailing, { from, to });
  } catch (error) {
    // The queue retries a refusal that names the time of the next attempt.
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    return { problem: error.message };
  }
}

type MailingRound = {
  sending: ClaimedDelivery;
  mailing: MailingAtWork;
  wanting: readonly MailingAddress[];
  made: ReportFile;
};

/** Sends to each address that has no email yet. Returns for how many it may still succeed. */
async function sendToEach(
  ctx: Context,
  { sending: delivery, mailing, wanting, made }: MailingRound,
): Promise<number> {
  const had = new Set((await listOutcomes(ctx.db.system, delivery.id)).map(({ addressId }) => addressId));
  let open = 0;
  for (const address of wanting) {
    if (had.has(address.id)) continue;
    const outcome = await sendReportEmail(ctx, { sending: delivery, mailing, address, made });
    if (!outcome.accepted && (outcome.kind === 'temporary' || outcome.kind === 'auth')) {
      ctx.log.warn({ sendingId: delivery.id, answer: outcome.message }, 'a report was not sent');
      open += 1;
      continue;
    }
    await insertOutcome(ctx.db.system, {
      sendingId: delivery.id,
      companyId: delivery.companyId,
      addressId: address.id,
      state: outcome.accepted ? 'sent' : 'refused',
      answer: outcome.accepted ? null : outcome.message,
    });
  }
  return open;
}

async function end(
  ctx: Context,
  { id }: ClaimedDelivery,
  outcome: Pick<Parameters<typeof endDelivery>[1], 'state' | 'bytes' | 'problem'>,
): Promise<void> {
  await ctx.db.inSystem((tx) => endDelivery(tx, { id, ...outcome, now: ctx.clock.now() }));
}

/** Sends the email of a delivery to one address, with its own link to unsubscribe. */
async function sendReportEmail(
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
  const isAttached = made.file.length <= ctx.config.mail.maxBytes;
  const written = reportEmail(mailing, { period: delivery, site, sendingId: delivery.id, isAttached });
  // The addresses are not of one company's people alone.
  const url = openInCompany(written.action.url, delivery.companyId);
  const text = { ...written, action: { ...written.action, url } };
  const unsubscribeUrl = `${site}/mailing?token=${token}`;
  return ctx.mail.send({
    messageId: makeMessageId(ctx, `mailing.${delivery.id}.${address.id}.${delivery.createdAt.getTime()}`),
    to: address.address,
    replyTo: contacts.email,
    ...renderEmail(text, emailFooter(ctx, contacts, unsubscribeUrl)),
    unsubscribeUrl,
    ...(isAttached && { attachment: { name: made.name, mime: made.mime, bytes: made.file } }),
  });
}
