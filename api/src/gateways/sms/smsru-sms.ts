import { z } from 'zod';
import { fetchJson, ServiceUnreachable } from '../fetch-json.ts';
import type { SmsGateway, SmsMessage, SmsOutcome, SmsRefusal } from './sms.ts';

export interface SmsruOptions {
  apiId: string;
  /** A sender name agreed with SMS.ru; without it the account's default. */
  sender?: string;
  baseUrl?: string;
  timeLimitMs?: number;
}

/** SMS.ru: `POST /sms/send` with `json=1` (docs/facts.md 7). By POST, because a query would be logged together with the code. */
export function smsruSms(options: SmsruOptions): SmsGateway {
  const url = new URL('/sms/send', options.baseUrl ?? 'https://sms.ru').href;

  async function send(message: SmsMessage): Promise<SmsOutcome> {
    const body = new URLSearchParams({
      api_id: options.apiId,
      to: message.phone,
      msg: message.text,
      json: '1',
      ...(options.sender && { from: options.sender }),
    });
    try {
      const reply = await fetchJson(url, { method: 'POST', body, timeLimitMs: options.timeLimitMs ?? 5000 });
      return readReply(reply.status, reply.body, message.phone);
    } catch (error) {
      if (!(error instanceof ServiceUnreachable)) throw error;
      return refusal('temporary', 'unreachable');
    }
  }

  return { provider: 'smsru', send };
}

const level = z.object({ status: z.string(), status_code: z.coerce.number() });
const answer = level.extend({
  sms: z.record(z.string(), level.extend({ sms_id: z.string().optional() })).optional(),
});

/** Two levels: the request may be fine while its only message is refused. */
function readReply(status: number, body: unknown, phone: string): SmsOutcome {
  const read = answer.safeParse(body);
  if (!read.success) return refusal('temporary', `HTTP ${status} without sense`);
  if (!isOk(read.data)) return toRefusal(read.data.status_code);
  const message = read.data.sms?.[phone];
  if (!message) return refusal('temporary', 'the answer lacks the message');
  if (!isOk(message)) return toRefusal(message.status_code);
  if (!message.sms_id) return refusal('temporary', 'the answer lacks the id');
  return { accepted: true, providerId: message.sms_id };
}

/** 100 queued, 101 and 102 on the way, 103 delivered. */
function isOk({ status, status_code }: z.infer<typeof level>): boolean {
  return status === 'OK' && status_code >= 100 && status_code <= 103;
}

function toRefusal(code: number): SmsOutcome {
  return refusal(REFUSALS[code] ?? 'temporary', `error ${code}`);
}

/**
 * Refusals by status. For the receiver all others, such as 210 to 213 (our own misuse) and 220 (out of service), are
 * temporary.
 */
const REFUSALS: Record<number, SmsRefusal> = {
  200: 'auth',
  300: 'auth',
  301: 'auth',
  302: 'auth',
  201: 'balance',
  204: 'blocked',
  209: 'blocked',
  150: 'number',
  202: 'number',
  207: 'number',
  206: 'rate',
  230: 'rate',
  231: 'rate',
  232: 'rate',
};

function refusal(kind: SmsRefusal, reason: string): SmsOutcome {
  return { accepted: false, kind, message: `smsru: ${reason}` };
}
