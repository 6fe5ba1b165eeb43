import type { MessageChannel } from '#contract/messaging/notice-kinds.ts';
import { deliverEmail } from '../emails/deliver-email.ts';
import type { EmailKind, NoticeEmailKind } from '../emails/email.ts';
import { EMAIL_TEXTS } from '../emails/email-texts.ts';
import { noticeEmail } from '../emails/notice-email.ts';
import { listWithMail } from './reachable-store.ts';
import { countRefusals } from '../sms-codes/code-counts.ts';
import { chatSender } from './chat-sender.ts';
import type { ChannelSender } from './channel-sender.ts';

/**
 * Sends through the email module, whose emails have their own links, outcome and Message-ID. A repeat finds the same
 * email.
 */
const mailSender: ChannelSender = {
  // Emails give up by themselves, after three days.
  hours: 24 * 7,
  reachable: listWithMail,
  async send(ctx, { key, userId, kind, words: notice }) {
    const emailKind = kind !== null && isLaidOut(kind) ? kind : 'notices-gathered';
    const outcome = await deliverEmail(ctx, {
      kind: emailKind,
      facts: {
        title: notice.title,
        paragraphs: notice.text.split('\n'),
        action: { label: notice.action, path: notice.path },
      },
      userId,
      about: key,
    });
    if (outcome === null) return { refused: 'unwanted' };
    if (outcome.state === 'sent') return 'sent';
    if (outcome.state === 'refused') return { refused: outcome.refusal ?? 'blocked' };
    return { retryAfterSeconds: null, answer: 'the letter waits' };
  },
};

function isLaidOut(kind: string): kind is NoticeEmailKind {
  return EMAIL_TEXTS[kind as EmailKind] === noticeEmail;
}

/**
 * Sends a short text without a link, so that users do not learn to follow links from an SMS. Providers drop an id that
 * they know.
 */
const smsSender: ChannelSender = {
  hours: 24,
  // Every user signs in by their phone.
  reachable: (_db, userIds) => Promise.resolve(new Set(userIds)),
  async send(ctx, { key, phone, words: notice }) {
    const text = `${ctx.programme.today().name}: ${notice.short}`;
    const outcome = await ctx.sms.send({ phone, text, clientId: key });
    if (outcome.accepted) return 'sent';
    countRefusals(ctx)[outcome.kind] += 1;
    if (outcome.kind === 'number' || outcome.kind === 'blocked') return { refused: outcome.kind };
    return { retryAfterSeconds: null, answer: outcome.kind };
  },
};

/** Channels for messages. A channel that is missing here is not offered to users. */
export const SENDERS: Partial<Record<MessageChannel, ChannelSender>> = {
  mail: mailSender,
  push: chatSender('push'),
  telegram: chatSender('telegram'),
  max: chatSender('max'),
  sms: smsSender,
};

export function listSenders(): [MessageChannel, ChannelSender][] {
  return Object.entries(SENDERS) as [MessageChannel, ChannelSender][];
}
