import { z } from 'zod';
import { readMoney, toRubles, type Kopecks } from '#contract/kopecks.ts';
import { fetchJson, ServiceUnreachable, type JsonReply, type JsonRequest } from '../fetch-json.ts';
import {
  FastPaymentsUnavailable,
  type LinkRequest,
  type BankOrder,
  type FastPaymentOutcome,
  type FastPayments,
} from './fast-payments.ts';

export interface HttpFastPaymentsOptions {
  url: string;
  token: string;
  /** Our account that the money is to come to. */
  account: () => string;
  timeLimitMs?: number;
}

const TIME_LIMIT_MS = 8000;

const ordered = z.object({ qrId: z.string().min(1).max(200), payload: z.url({ protocol: /^https?$/ }) });
const rubles = z.union([z.number(), z.string()]).transform((input, problems): Kopecks => {
  const read = readMoney(String(input));
  if (read.ok && read.kopecks > 0) return read.kopecks;
  problems.addIssue('not a sum');
  return z.NEVER;
});
const state = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['CREATED', 'EXPIRED', 'CANCELLED']) }),
  z.object({
    status: z.literal('PAID'),
    operationId: z.string().min(1).max(100),
    sum: rubles,
    paidAt: z.iso.datetime({ offset: true }),
    payer: z
      .object({ inn: z.string().regex(/^\d{10}(\d{2})?$/), name: z.string().max(300).default('') })
      .nullish(),
  }),
]);
const STATES = { CREATED: 'waiting', EXPIRED: 'expired', CANCELLED: 'refused' } as const;

/**
 * Requests a bank's one-time QR codes of СБП for companies: `POST {url}/b2b/qr/onetime`, `GET
 * {url}/b2b/qr/{qrId}/info`. Paths, request fields and final states are those that T-API publishes (developer.tbank.ru,
 * "b2b/qr"). It publishes neither the whole answer nor a key that makes a repeat harmless. So `payload`, `CREATED`,
 * `operationId`, `sum` in rubles, `paidAt`, `payer`, `expiresAt` and `Idempotency-Key` are our own neutral form. A bank
 * with other names needs a small bridge before it.
 */
export function httpFastPayments(options: HttpFastPaymentsOptions): FastPayments {
  async function orderPayment({
    orderId,
    sum,
    purpose,
    payerInn,
    expiresAt,
  }: LinkRequest): Promise<BankOrder> {
    const input = await reach(options, '/b2b/qr/onetime', {
      method: 'POST',
      headers: { 'idempotency-key': `magistral-${orderId}` },
      body: {
        accountNumber: options.account(),
        sum: toRubles(sum),
        purpose,
        payerInn,
        expiresAt: expiresAt.toISOString(),
      },
    });
    const { qrId, payload } = read(ordered, input);
    return { bankOrder: qrId, link: payload };
  }

  async function readPayment(bankOrder: string): Promise<FastPaymentOutcome> {
    const path = `/b2b/qr/${encodeURIComponent(bankOrder)}/info`;
    const input = read(state, await reach(options, path, { method: 'GET' }));
    if (input.status !== 'PAID') return { state: STATES[input.status] };
    const { operationId: operation, sum, paidAt, payer } = input;
    return { state: 'paid', operation, sum, at: new Date(paidAt), payer: payer ?? null };
  }

  return { provider: 'http', orderPayment, readPayment };
}

async function reach(
  { url, token, timeLimitMs = TIME_LIMIT_MS }: HttpFastPaymentsOptions,
  path: string,
  args: Omit<JsonRequest, 'timeLimitMs'>,
): Promise<JsonReply> {
  try {
    const headers = { authorization: `Bearer ${token}`, ...args.headers };
    return await fetchJson(url + path, { ...args, headers, timeLimitMs });
  } catch (error) {
    if (!(error instanceof ServiceUnreachable)) throw error;
    throw new FastPaymentsUnavailable(`fast payments: ${error.message}`, { cause: error });
  }
}

function read<Schema extends z.ZodType>(schema: Schema, { status, body }: JsonReply): z.output<Schema> {
  const input = schema.safeParse(body);
  if (status >= 200 && status < 300 && input.success) return input.data;
  throw new FastPaymentsUnavailable(`fast payments: HTTP ${status}${status < 300 ? ' without sense' : ''}`);
}
