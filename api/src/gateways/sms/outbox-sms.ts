import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';
import type { SmsGateway, SmsMessage, SmsOutcome, SmsRefusal } from './sms.ts';

/** A message as `GET /dev/sms` shows it (docs/calls.md 8). */
export interface OutboxMessage {
  id: number;
  phone: string;
  text: string;
  /** The six digits in the text; null if there are none. */
  code: string | null;
  sent_at: string;
}

export interface OutboxSms extends SmsGateway {
  /** Newest first, of one phone or of all. */
  messages(phone?: string): OutboxMessage[];
}

export interface OutboxOptions {
  clock: Clock;
  /** Delay of a message, as with a real provider; 0 in tests. */
  delayMs: number;
  /** Makes the server print the message for the developer. */
  onMessage?: (message: OutboxMessage) => void;
}

const MAX_STORED_MESSAGES = 1000;

/**
 * Phones that the outbox refuses, so that every kind of refusal can be shown. Not round numbers: those belong to the
 * demonstration's own staff and colleagues.
 */
export const REFUSED_PHONES: Readonly<Record<string, SmsRefusal>> = {
  '79006666601': 'number',
  '79006666602': 'balance',
  '79006666603': 'blocked',
  '79006666604': 'rate',
  '79006666605': 'temporary',
  '79006666606': 'auth',
};

/**
 * Stores the last thousand messages in memory instead of sending them. A server in production refuses to start with
 * this gateway.
 */
export function outboxSms(options: OutboxOptions): OutboxSms {
  const stored: OutboxMessage[] = [];
  let lastId = 0;

  async function send({ phone, text }: SmsMessage): Promise<SmsOutcome> {
    if (options.delayMs > 0) await pause(options.delayMs);
    const kind = REFUSED_PHONES[phone];
    if (kind) return { accepted: false, kind, message: `outbox: ${kind}` };

    const message = {
      id: ++lastId,
      phone,
      text,
      code: findCode(text),
      sent_at: options.clock.now().toISOString(),
    };
    stored.unshift(message);
    stored.length = Math.min(stored.length, MAX_STORED_MESSAGES);
    options.onMessage?.(message);
    return { accepted: true, providerId: `outbox-${message.id}` };
  }

  return {
    provider: 'outbox',
    send,
    messages: (phone) => stored.filter((message) => phone === undefined || message.phone === phone),
  };
}

/** A message that names the operation may also contain a sum of six digits; the digits after «Код:» win. */
function findCode(text: string): string | null {
  const named = /код:?\s*(\d{6})(?!\d)/i.exec(text);
  const any = /(?<![\d.,])(\d{6})(?![\d.,]*\d)/.exec(text);
  return named?.[1] ?? any?.[1] ?? null;
}
