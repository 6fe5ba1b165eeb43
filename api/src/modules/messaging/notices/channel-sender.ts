import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { MessageButton } from '../channels/channel.ts';
import type { NoticeKind } from '#contract/messaging/notice-kinds.ts';
import type { NoticeText } from './notice.ts';

/** A message as it leaves. */
export interface OutgoingNotice {
  /** Key of the message. A repeat has the same key, so that a receiver can drop it. */
  key: string;
  userId: number;
  /** Phone at the moment of the delivery. */
  phone: string;
  /** Kind of the notice, or null for several kinds gathered. */
  kind: NoticeKind | null;
  words: NoticeText;
  /** The page that the words lead to, as an address. */
  url: string;
  /** Actions available from a chat. */
  buttons: readonly MessageButton[];
}

/**
 * Outcome of a delivery. `gone`: the person can't be reached over this channel any more, so waiting messages are given
 * up; `retryAfterSeconds`: a later attempt may succeed, null where the time is unknown.
 */
export type SendOutcome =
  | 'sent'
  | 'gone'
  | { refused: string }
  | { retryAfterSeconds: number | null; answer: string };

export interface ChannelSender {
  /** How long attempts are repeated before the message is given up. */
  hours: number;
  /** Returns whether this portal has the channel. Without this function it has the channel. */
  isOffered?(ctx: Context): boolean;
  /** Returns those of these people whom messages can reach over this channel now. */
  reachable(db: Db, userIds: readonly number[]): Promise<Set<number>>;
  send(ctx: Context, message: OutgoingNotice): Promise<SendOutcome>;
}
