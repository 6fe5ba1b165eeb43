import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fetchJson, ServiceUnreachable } from '../fetch-json.ts';
import type { SmsGateway, SmsMessage, SmsOutcome, SmsRefusal } from './sms.ts';

export interface SmscOptions {
  /** Either a key or the login with its password. */
  credentials: { apikey: string } | { login: string; password: string };
  /** A sender name registered with the operators; without it SMSC uses its own. */
  sender?: string;
  baseUrl?: string;
  timeLimitMs?: number;
}

/** SMSC.ru: `POST /sys/send.php`, form in, JSON out by `fmt=3` (docs/facts.md 7). */
export function smscSms(options: SmscOptions): SmsGateway {
  const url = new URL('/sys/send.php', options.baseUrl ?? 'https://smsc.ru').href;

  async function send(message: SmsMessage): Promise<SmsOutcome> {
    const body = new URLSearchParams({
      ...credentialFields(options.credentials),
      phones: message.phone,
      mes: message.text,
      id: String(numberOfId(message.clientId)),
      charset: 'utf-8',
      fmt: '3',
      ...(options.sender && { sender: options.sender }),
    });
    try {
      const reply = await fetchJson(url, { method: 'POST', body, timeLimitMs: options.timeLimitMs ?? 5000 });
      return readReply(reply.status, reply.body);
    } catch (error) {
      if (!(error instanceof ServiceUnreachable)) throw error;
      return refusal('temporary', 'unreachable');
    }
  }

  return { provider: 'smsc', send };
}

function credentialFields(credentials: SmscOptions['credentials']): Record<string, string> {
  if ('apikey' in credentials) return { apikey: credentials.apikey };
  return { login: credentials.login, psw: credentials.password };
}

/**
 * Returns our own id of a message, for which SMSC accepts a 32-bit number. The same message always has the same number.
 */
function numberOfId(clientId: string): number {
  return createHash('sha256').update(clientId).digest().readUInt32BE() & 0x7fff_ffff || 1;
}

const answer = z.union([
  z.object({ error_code: z.coerce.number() }),
  z.object({ id: z.union([z.string().min(1), z.number()]), cnt: z.coerce.number().positive() }),
]);

/** SMSC reports errors with status 200, so the body decides. */
function readReply(status: number, body: unknown): SmsOutcome {
  const read = answer.safeParse(body);
  if (!read.success) return refusal('temporary', `HTTP ${status} without sense`);
  if ('error_code' in read.data) {
    const code = read.data.error_code;
    return refusal(REFUSALS[code] ?? 'temporary', `error ${code}`);
  }
  return { accepted: true, providerId: String(read.data.id) };
}

/** The rest, such as 1 (parameters) and 5 (date), does not concern the receiver. */
const REFUSALS: Record<number, SmsRefusal> = {
  2: 'auth',
  3: 'balance',
  // The address is blocked for a while after many wrong requests.
  4: 'rate',
  6: 'blocked',
  7: 'number',
  8: 'number',
  // Code for the same request more than once within a minute.
  9: 'rate',
};

function refusal(kind: SmsRefusal, reason: string): SmsOutcome {
  return { accepted: false, kind, message: `smsc: ${reason}` };
}
