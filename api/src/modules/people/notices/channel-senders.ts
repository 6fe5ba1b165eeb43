import type { MessageChannel, NoticeKind } from '#contract/notice-kinds.ts';
import { deliverEmail } from '../letters/deliver-email.ts';
import type { EmailKind, NoticeEmailKind } from '../letters/email.ts';
import { EMAIL_TEXTS } from '../letters/email-texts.ts';
import { noticeEmail } from '../letters/notice-email.ts';
import { listWithMail } from './reachable-store.ts';
import { countRefusals } from '../sms-codes/code-counts.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { MessageButton } from '../channels/channel.ts';
import { chatSender } from './chat-sender.ts';
import type { NoticeText } from './notice.ts';

/** Through the letters, which have their own links, fate and Message-ID: a repeat finds the same letter. */
const mailSender: ChannelSender = {
  // The letters give up by themselves, after three days.
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

/** Short words and no link: nobody learns to follow one from an SMS. Providers drop an id that they know. */
const smsSender: ChannelSender = {
  hours: 24,
  // Everybody signs in by his phone.
  reachable: (_db, userIds) => Promise.resolve(new Set(userIds)),
  async send(ctx, { key, phone, words: notice }) {
    const text = `${ctx.config.operator.name}: ${notice.short}`;
    const outcome = await ctx.sms.send({ phone, text, clientId: key });
    if (outcome.accepted) return 'sent';
    countRefusals(ctx)[outcome.kind] += 1;
    if (outcome.kind === 'number' || outcome.kind === 'blocked') return { refused: outcome.kind };
    return { retryAfterSeconds: null, answer: outcome.kind };
  },
};

/** A message as it leaves. */
export interface OutgoingNotice {
  /** The same for a repeat, so that whoever knows it can drop the second one. */
  key: string;
  userId: number;
  /** At the moment of sending. */
  phone: string;
  /** Null: several kinds, gathered. */
  kind: NoticeKind | null;
  words: NoticeText;
  /** The page that the words lead to, as an address. */
  url: string;
  /** What can be done from a chat. */
  buttons: readonly MessageButton[];
}

/**
 * What became of it. `gone`: the person can't be reached over this channel any more, so what waits is given up;
 * `retryAfterSeconds`: it may still arrive, null where nobody says when.
 */
export type SendOutcome =
  | 'sent'
  | 'gone'
  | { refused: string }
  | { retryAfterSeconds: number | null; answer: string };

export interface ChannelSender {
  /** How long an attempt is taken up again before the message is given up. */
  hours: number;
  /** Whether this portal has the channel; it has every one where nothing is said. */
  isOffered?(ctx: Context): boolean;
  /** Of these people, those whom messages can reach over this channel now. */
  reachable(db: Db, userIds: readonly number[]): Promise<Set<number>>;
  send(ctx: Context, message: OutgoingNotice): Promise<SendOutcome>;
}

/** The channels that messages go out over. What is not here is offered to nobody. */
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
