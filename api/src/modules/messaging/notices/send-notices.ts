import { openInCompany } from '#contract/companies/own-companies.ts';
import type { Context } from '../../../context.ts';
import { publicAddress } from '../../../http/pages/public-address.ts';
import { SENDERS } from './channel-senders.ts';
import { listChoices } from './recipient-store.ts';
import { claimLane, leaveLane, prolongClaim, type NoticeLane } from './lane-store.ts';
import { endMessages, listDue, recordAttempt, type DueMessage } from './message-store.ts';
import { formatDigest, formatNotice } from './format-notice.ts';
import type { NoticeText, NoticeFacts } from './notice.ts';
import { wantsNotice } from './plan-notices.ts';
import type { ChannelSender, OutgoingNotice, SendOutcome } from './channel-sender.ts';
import type { NoticeKind } from '#contract/messaging/notice-kinds.ts';
import type { MessageButton } from '../channels/channel.ts';

/** Longer than any provider is waited for: after that the sender counts as dead. */
export const CLAIM_SECONDS = 120;
const FIRST_PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 3600;

/** One delivery: a message, or several that waited for the same hour. */
interface Parcel {
  first: DueMessage;
  others: readonly DueMessage[];
}

/**
 * Sends the due messages of a person's channel one after the other, with one sender at a time. If the process dies
 * between the provider's confirmation and our record, the message is sent again under the same key. A message that
 * may still be delivered blocks the later ones until it is given up.
 */
export async function sendNotices(ctx: Context, lane: NoticeLane): Promise<void> {
  const sender = SENDERS[lane.channel];
  const { system } = ctx.db;
  let claim = claimEnd(ctx);
  if (!sender || !(await claimLane(system, lane, { until: claim, now: ctx.clock.now() }))) return;
  let pausedUntil: Date | null = null;
  try {
    for (;;) {
      const due = await listDue(system, { ...lane, now: ctx.clock.now() });
      const [parcel] = toParcels(await withoutStale(ctx, lane, due));
      if (!parcel) {
        if (due.length === 0) return;
        continue;
      }
      const until = claimEnd(ctx, claim);
      if (!(await prolongClaim(system, lane, { was: claim, until }))) return;
      claim = until;
      pausedUntil = await sendParcel(ctx, { lane, sender }, parcel);
      if (pausedUntil) return;
    }
  } finally {
    await leaveLane(system, lane, { was: claim, pausedUntil });
  }
}

/** Never the same moment twice: it names the claim. */
function claimEnd(ctx: Context, before?: Date): Date {
  const end = ctx.clock.now().getTime() + CLAIM_SECONDS * 1000;
  return new Date(before && before.getTime() >= end ? before.getTime() + 1 : end);
}

/** Gives up messages that the user has switched off meanwhile, or that concern a company the user has left. */
async function withoutStale(
  ctx: Context,
  { userId, channel }: NoticeLane,
  due: readonly DueMessage[],
): Promise<DueMessage[]> {
  if (due.length === 0) return [];
  const choices = await listChoices(ctx.db.system, [userId]);
  const now = ctx.clock.now();
  const left = due.filter((dueMessage) => !dueMessage.belongs).map((dueMessage) => dueMessage.id);
  if (left.length > 0) await endMessages(ctx.db.system, left, { state: 'refused', reason: 'left', now });
  const belong = due.filter((dueMessage) => dueMessage.belongs);
  const unwanted = belong
    .filter((dueMessage) => !wantsNotice(choices, userId, dueMessage.kind, channel))
    .map((dueMessage) => dueMessage.id);
  if (unwanted.length > 0)
    await endMessages(ctx.db.system, unwanted, { state: 'refused', reason: 'unwanted', now });
  return belong.filter((dueMessage) => !unwanted.includes(dueMessage.id));
}

/** Joins the messages that waited for the end of the quiet hours, or for the digest, into one in the place of the first. */
function toParcels(due: readonly DueMessage[]): Parcel[] {
  const waited = due.filter((dueMessage) => dueMessage.held === 'quiet' || dueMessage.held === 'digest');
  return due.flatMap((first): Parcel[] => {
    if (!waited.includes(first)) return [{ first, others: [] }];
    return first === waited[0] ? [{ first, others: waited.slice(1) }] : [];
  });
}

/** Returns until when the lane rests; null when it may go on. */
async function sendParcel(
  ctx: Context,
  { lane, sender }: { lane: NoticeLane; sender: ChannelSender },
  parcel: Parcel,
): Promise<Date | null> {
  const { first, others } = parcel;
  const outcome = await sender.send(ctx, outgoing(ctx, lane, parcel));
  const now = ctx.clock.now();
  const end = toMessageEnd(outcome, { message: first, hours: sender.hours, now });
  if (end === null) {
    const { retryAfterSeconds, answer } = outcome as Extract<SendOutcome, { answer: string }>;
    ctx.log.warn({ messageId: first.id, channel: lane.channel, answer }, 'a notice was not sent');
    await recordAttempt(ctx.db.system, first.id, answer);
    return new Date(now.getTime() + 1000 * (retryAfterSeconds ?? computePause(first.attempts)));
  }
  const ids = others.map((other) => other.id);
  if (end.state === 'sent') {
    await endMessages(ctx.db.system, ids, { state: 'gathered', into: first.id, now });
    await endMessages(ctx.db.system, [first.id], { state: 'sent', now });
  } else {
    await endMessages(ctx.db.system, [first.id, ...ids], { ...end, now });
  }
  return null;
}

/** Null means that the message is retried. */
function toMessageEnd(
  outcome: SendOutcome,
  { message, hours, now }: { message: DueMessage; hours: number; now: Date },
): { state: 'sent' | 'gone' | 'refused'; reason?: string } | null {
  if (outcome === 'sent' || outcome === 'gone') return { state: outcome };
  if ('refused' in outcome) return { state: 'refused', reason: outcome.refused };
  const age = now.getTime() - message.createdAt.getTime();
  return age > hours * 3_600_000 ? { state: 'refused', reason: 'late' } : null;
}

function computePause(attempts: number): number {
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** attempts, LONGEST_PAUSE_SECONDS);
}

function outgoing(ctx: Context, { userId }: NoticeLane, { first, others }: Parcel): OutgoingNotice {
  const all = [first, ...others];
  const words = formatMessages(all);
  // A digest of several companies opens where its reader is.
  const company = all.every((message) => message.linkCompanyId === first.linkCompanyId)
    ? first.linkCompanyId
    : null;
  const notice = { ...words, path: openInCompany(words.path, company) };
  const site = publicAddress(ctx.config);
  return {
    key: `notice:${first.id}`,
    userId,
    phone: first.phone,
    kind: others.length > 0 ? null : first.kind,
    words: notice,
    url: `${site}${notice.path}`,
    buttons: others.length > 0 ? [] : makeButtons(first.kind, first.facts, first),
  };
}

function formatMessages(messages: readonly DueMessage[]): NoticeText {
  const all = messages.map((message) => formatNotice(message.kind, message.facts, message));
  const [only] = all;
  return all.length === 1 && only ? only : formatDigest(all);
}

type MakeButtons<Kind extends NoticeKind> = (facts: NoticeFacts[Kind]) => readonly MessageButton[];

/** Actions on a notice from a chat. The reader's rights are checked at the click. */
const BUTTONS: { [Kind in NoticeKind]?: MakeButtons<Kind> } = {
  purchase: ({ cardId }) => [{ label: 'Заблокировать карту', deed: 'block-card', target: { cardId } }],
  // Only the programme can unblock a card that it has blocked.
  'card-blocked': ({ cardId, by }) =>
    by === 'company' ? [{ label: 'Разблокировать карту', deed: 'unblock-card', target: { cardId } }] : [],
  decline: ({ exceptionId }) =>
    exceptionId
      ? [{ label: 'Разрешить эту заправку', deed: 'approve-exception', target: { exceptionId } }]
      : [],
  'exception-asked': ({ exceptionId }) => [
    { label: 'Разрешить', deed: 'approve-exception', target: { exceptionId } },
    { label: 'Отказать', deed: 'decline-exception', target: { exceptionId } },
  ],
  security: ({ event }) =>
    event === 'new-device'
      ? [
          { label: 'Это я', deed: 'own-sign-in', target: {} },
          { label: 'Это не я: завершить все сеансы', deed: 'end-sessions', target: {} },
        ]
      : [],
};

/**
 * Makes the buttons of one notice about one thing. Several gathered notices have none, nor has a notice about another
 * person's access.
 */
function makeButtons<Kind extends NoticeKind>(
  kind: Kind,
  facts: NoticeFacts[Kind],
  { events, isOwn }: { events: number; isOwn: boolean },
): readonly MessageButton[] {
  if (events > 1 || (kind === 'security' && !isOwn)) return [];
  return BUTTONS[kind]?.(facts) ?? [];
}
