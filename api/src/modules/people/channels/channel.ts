import type { Channel } from '#contract/channels.ts';

/** Where a person is told of things: a chat with a bot, or the pushes of a browser. */
export interface LinkedChannel {
  id: number;
  userId: number;
  channel: Channel;
  /** As the person knows it: his name in the messenger, the browser. */
  title: string;
  linkedAt: Date;
  /** When a message last went there, or a button was pressed. */
  usedAt: Date | null;
  /** Since when nobody reads there. */
  goneAt: Date | null;
}

/** What a button does, and to what. Each is carried out by the use case of a screen (`compose/button-actions.ts`). */
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
  /** The sender's name of it: the same one is sent over a channel once. */
  key: string;
  title: string;
  text: string;
  /** What a push says instead: it names nobody, and no sum. Without it a push says that there is something to read. */
  short?: string | undefined;
  /** What a press on it does, as a push's own button says: «Открыть просьбу». */
  action?: string | undefined;
  /** From the portal's own root: `/cabinet/cards/7`. */
  url?: string | undefined;
  /** Of chats alone: a push has none. */
  buttons?: readonly MessageButton[] | undefined;
}

export type SendOutcome = 'sent' | 'gone' | { retryAfterSeconds: number };

/** Who pressed a button, and where. */
export interface Presser {
  userId: number;
  channel: Channel;
  /** When the chat was linked: by whoever had the factors of that day. */
  linkedAt: Date;
}

/** Carries out what a button says, by the rights that its person has now. Returns a sentence; refuses as a screen would. */
export type DoButton = <Deed extends ButtonAction>(
  deed: Deed,
  target: ButtonTargets[Deed],
  presser: Presser,
) => Promise<string>;

/** MAX lets a message be edited for a day, and what a day has changed is looked at in the cabinet. */
export const BUTTON_HOURS = 24;
/** How long a code carries a person from the cabinet to the bot. */
export const CODE_MINUTES = 15;
export const CODES_PER_HOUR = 10;
/** Chats and browsers of one person. */
export const MAX_CHANNELS = 10;

export const CHANNEL_TITLE: Readonly<Record<Channel, string>> = {
  push: 'Уведомления браузера',
  telegram: 'Telegram',
  max: 'MAX',
};
