import type { MessageChannel } from '#contract/notice-kinds.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { MessageButton } from '../channels/channel.ts';
import { chatSender } from './chat-sender.ts';
import { mailSender } from './mail-sender.ts';
import type { NoticeWords } from './notice.ts';
import type { NoticeKind } from '#contract/notice-kinds.ts';
import { smsSender } from './sms-sender.ts';

/** A message as it leaves. */
export interface OutgoingNotice {
  /** The same for a repeat, so that whoever knows it can drop the second one. */
  key: string;
  userId: number;
  /** At the moment of sending. */
  phone: string;
  /** Null: several kinds, gathered. */
  kind: NoticeKind | null;
  words: NoticeWords;
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

export function sendersOf(): [MessageChannel, ChannelSender][] {
  return Object.entries(SENDERS) as [MessageChannel, ChannelSender][];
}
