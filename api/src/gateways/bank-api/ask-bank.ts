import { setTimeout as pause } from 'node:timers/promises';
import { fetchJson, ServiceUnreachable, type JsonReply } from '../fetch-json.ts';
import { BankApiUnavailable, BankTokenRefused } from './bank-api.ts';

export interface BankAccess {
  url: string;
  /** Reads the token for each call, so its renewal needs no restart. */
  token: () => Promise<string>;
  timeLimitMs?: number;
  /** Maximum wait when the bank asks to retry later. Tests wait less. */
  maxRetryPauseMs?: number;
}

const TIME_LIMIT_MS = 20_000;
const TIMEOUT_MS = 5000;
const ATTEMPTS = 4;
const TOO_MANY = 429;

/** One page of a bank's statement. Waits when it is asked to, a few times; throws BankApiUnavailable, BankTokenRefused. */
export async function askBank(access: BankAccess, path: string): Promise<unknown> {
  const { maxRetryPauseMs: timeoutMs = TIMEOUT_MS } = access;
  for (let attempt = 1; ; attempt++) {
    const reply = await fetchReply(access, path);
    if (reply.status >= 200 && reply.status < 300 && reply.body !== undefined) return reply.body;
    if (reply.status === 401 || reply.status === 403)
      throw new BankTokenRefused(`the bank refuses the token: HTTP ${reply.status}`);
    if (reply.status !== TOO_MANY || attempt === ATTEMPTS)
      throw new BankApiUnavailable(
        `the bank: HTTP ${reply.status}${reply.status < 300 ? ' without sense' : ''}`,
      );
    await pause(Math.min((reply.retryAfterSeconds ?? 1) * 1000, timeoutMs));
  }
}

async function fetchReply(
  { url, token, timeLimitMs = TIME_LIMIT_MS }: BankAccess,
  path: string,
): Promise<JsonReply> {
  try {
    const headers = { authorization: `Bearer ${await token()}` };
    return await fetchJson(url + path, { method: 'GET', headers, timeLimitMs });
  } catch (error) {
    if (!(error instanceof ServiceUnreachable)) throw error;
    throw new BankApiUnavailable(`the bank: ${error.message}`, { cause: error });
  }
}
