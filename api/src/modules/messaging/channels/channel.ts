import type { Channel } from '#contract/messaging/channels.ts';

/** A place where a person receives messages: a chat with a bot, or the pushes of a browser. */
export interface LinkedChannel {
  id: number;
  userId: number;
  channel: Channel;
  /** Title as the person knows it: their name in the messenger, or the browser. */
  title: string;
  linkedAt: Date;
  /** Time of the last message there, or of the last click on a button. */
  usedAt: Date | null;
  /** Time since which no one reads there. */
  goneAt: Date | null;
}

/**
 * Action of a button, and its target. Each action is carried out by the use case of a screen
 * (`compose/button-actions.ts`).
 */
export interface ButtonTargets {
  'block-card': { cardId: number };
  'unblock-card': { cardId: number };
  'approve-exception': { exceptionId: number };
  'decline-exception': { exceptionId: number };
  'own-sign-in': Record<string, never>;
  'end-sessions': Record<string, never>;
  'approve-request': { requestId: number; revision: number };
}
export type ButtonAction = keyof ButtonTargets;

export type MessageButton = {
  [Deed in ButtonAction]: { label: string; deed: Deed; target: ButtonTargets[Deed] };
}[ButtonAction];

export interface ChannelMessage {
  /** The sender's key of the message: a channel sends each key once. */
  key: string;
  title: string;
  text: string;
  /**
   * Text of a push instead. It contains no names and no sums. Without it a push only reports that there is something to
   * read.
   */
  short?: string | undefined;
  /** Action of a click, as the label of a push's own button: «Открыть просьбу». */
  action?: string | undefined;
  /** Path from the portal's root: `/cabinet/cards/7`. */
  url?: string | undefined;
  /** Buttons for chats only. A push has none. */
  buttons?: readonly MessageButton[] | undefined;
}

export type SendOutcome = 'sent' | 'gone' | { retryAfterSeconds: number };

/** The person who clicked a button, and the chat. */
export interface ButtonUser {
  userId: number;
  channel: Channel;
  /** Time when the chat was linked, by a person with the factors of that day. */
  linkedAt: Date;
}

/** Carries out a button's action with the rights that its person has now. Returns a sentence. Refuses like a screen. */
export type RunButtonAction = <Deed extends ButtonAction>(
  action: Deed,
  target: ButtonTargets[Deed],
  presser: ButtonUser,
) => Promise<string>;

/** Actions that can be answered only once. After that, or when the time ran out, the buttons go. */
export const ANSWERED_ONCE: ReadonlySet<ButtonAction> = new Set([
  'approve-exception',
  'decline-exception',
  'approve-request',
]);

/** A request that a message's buttons answer. The revision is that of an order; an exception has only one. */
export interface AwaitedRequest {
  kind: 'exception' | 'order';
  id: number;
  revision: number;
}

/** Returns the request that these buttons answer, or null when they answer none. */
export function findAwaitedRequest(buttons: readonly MessageButton[]): AwaitedRequest | null {
  const button = buttons.find(({ deed: action }) => ANSWERED_ONCE.has(action));
  if (!button) return null;
  const { target } = button;
  if ('exceptionId' in target) return { id: target.exceptionId, kind: 'exception', revision: 0 };
  return 'requestId' in target ? { id: target.requestId, kind: 'order', revision: target.revision } : null;
}

/** MAX allows editing a message for a day. Changes after that are visible in the cabinet. */
export const BUTTON_HOURS = 24;
/** Lifetime of a code that leads a person from the cabinet to the bot. */
export const CODE_MINUTES = 15;
export const CODES_PER_HOUR = 10;
/** Chats and browsers of one person. */
export const MAX_CHANNELS = 10;

export const CHANNEL_TITLE: Readonly<Record<Channel, string>> = {
  push: 'Уведомления браузера',
  telegram: 'Telegram',
  max: 'MAX',
};
