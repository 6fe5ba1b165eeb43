import { z } from 'zod';
import { fetchJson, ServiceUnreachable } from '../fetch-json.ts';
import type { SmsGateway, SmsMessage, SmsOutcome, SmsRefusal } from './sms.ts';

export interface ExolveOptions {
  apiKey: string;
  /** Sender's number or a registered name. Exolve sends nothing without one. */
  sender: string;
  baseUrl?: string;
  timeLimitMs?: number;
}

/** МТС Exolve: `POST /messaging/v1/SendSMS`, JSON both ways (docs/facts.md 7). */
export function exolveSms(options: ExolveOptions): SmsGateway {
  const url = new URL('/messaging/v1/SendSMS', options.baseUrl ?? 'https://api.exolve.ru').href;

  async function send(message: SmsMessage): Promise<SmsOutcome> {
    try {
      const reply = await fetchJson(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${options.apiKey}` },
        body: { number: options.sender, destination: message.phone, text: message.text },
        timeLimitMs: options.timeLimitMs ?? 5000,
      });
      return readReply(reply.status, reply.body);
    } catch (error) {
      if (!(error instanceof ServiceUnreachable)) throw error;
      return refusal('temporary', 'unreachable');
    }
  }

  return { provider: 'exolve', send };
}

const id = z.union([z.string().min(1), z.number()]);

/** Success comes in two forms; either counts, but `success: false` with an id does not. */
const answer = z.object({
  message_id: id.optional(),
  messageId: id.optional(),
  success: z.boolean().optional(),
});

/**
 * Reads the outcome from the HTTP status, because Exolve publishes no list of error numbers that we know of. A refused
 * phone and a refused text both come as 400. The receiver is informed that the number cannot be reached, which they can
 * check.
 */
function readReply(status: number, body: unknown): SmsOutcome {
  if (status !== 200) return refusal(REFUSALS[status] ?? 'temporary', `HTTP ${status}`);
  const read = answer.safeParse(body);
  const providerId = read.data?.message_id ?? read.data?.messageId;
  if (providerId === undefined || read.data?.success === false)
    return refusal('temporary', 'HTTP 200 without sense');
  return { accepted: true, providerId: String(providerId) };
}

const REFUSALS: Record<number, SmsRefusal> = {
  400: 'number',
  401: 'auth',
  402: 'balance',
  403: 'blocked',
  422: 'number',
  429: 'rate',
};

function refusal(kind: SmsRefusal, reason: string): SmsOutcome {
  return { accepted: false, kind, message: `exolve: ${reason}` };
}
