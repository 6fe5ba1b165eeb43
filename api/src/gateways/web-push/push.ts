import type { ChatOutcome } from '../chat-bot/chat-bot.ts';

/** Sends pushes to browsers, through the service of each browser's maker. */
export interface PushService {
  /** `embedded` or `web-push`. */
  readonly provider: string;
  /** Key by which a browser knows the permitted sender of pushes. Null means that the embedded one needs none. */
  readonly publicKey: string | null;
  /** Returns whether an address from a browser belongs to a push service. We post there, so not to any address. */
  isKnown(endpoint: string): boolean;
  /** Never throws because of a service's answer or silence: both are outcomes. */
  send(to: PushTarget, push: Push): Promise<PushOutcome>;
}

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Content that passes through a service abroad. It contains nothing of a person, a company or its money. */
export interface Push {
  /** Equal for every attempt: a browser shows a later push in the place of an earlier one. */
  tag: string;
  title: string;
  text: string;
  /** Path that a click opens, from the portal's own root. */
  path: string;
  /** Label of its button, which opens the same path. In a browser that draws none the push itself opens it. */
  action?: string;
}

export type PushOutcome = Exclude<ChatOutcome, { kind: 'sent' }> | { kind: 'sent' };
