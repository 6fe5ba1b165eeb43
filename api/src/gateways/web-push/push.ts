import type { ChatOutcome } from '../chat-bot/chat-bot.ts';

/** Sends pushes to browsers, through the service of each browser's maker. */
export interface PushService {
  /** `embedded` or `web-push`. */
  readonly provider: string;
  /** By which a browser knows whom it lets push; null: the embedded one needs none. */
  readonly publicKey: string | null;
  /** Whether an address that a browser has named is a push service's: we post there, so not to any address. */
  isKnown(endpoint: string): boolean;
  /** Never throws because of a service's answer or silence: both are outcomes. */
  send(to: PushTarget, push: Push): Promise<PushOutcome>;
}

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What passes through a service abroad: nothing of a person, a company or its money. */
export interface Push {
  /** The same for every attempt: a browser shows the later one in its place. */
  tag: string;
  title: string;
  text: string;
  /** Where a press leads, from the portal's own root. */
  path: string;
  /** What its button says, which leads there too; a browser that draws none leads there by the push itself. */
  action?: string;
}

export type PushOutcome = Exclude<ChatOutcome, { kind: 'sent' }> | { kind: 'sent' };
