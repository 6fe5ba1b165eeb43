import { z } from 'zod';
import { toRubles } from '#contract/kopecks.ts';
import { fetchJson, ServiceUnreachable, type JsonReply, type JsonRequest } from '../fetch-json.ts';
import {
  ReceiptRefused,
  TillUnavailable,
  type ReceiptOutcome,
  type ReceiptRequest,
  type ReceiptTill,
} from './receipt-till.ts';

export interface AtolAccess {
  url: string;
  login: string;
  password: string;
  /** Code of the group of tills. */
  group: string;
  taxSystem: string;
  /** Place of settlement: the site. */
  place: string;
  /** Address to which the service posts that a receipt is ready; null: it is only polled. */
  callbackUrl: string | null;
  timeLimitMs?: number;
}

const TIME_LIMIT_MS = 10_000;
/** Codes of its errors: the token is no longer good; a receipt of this `external_id` is there already. */
const CODE = { tokenExpired: 11, known: 33 };
const NAME_MAX = 128;
/** Codes of FFD 1.2. */
const PAID = { withoutCash: 1, byAdvance: 2 };
const OBJECT = { goods: 1, payment: 10 };
const PIECES = 0;

const failure = z.object({ code: z.number(), text: z.string(), type: z.string().optional() });
const tokenAnswer = z.object({ token: z.string().min(1) });
const sentAnswer = z.object({
  uuid: z.string().min(1).max(100).nullish(),
  status: z.string().optional(),
  error: failure.nullish(),
});
const reportAnswer = z.object({
  status: z.enum(['wait', 'done', 'fail']),
  error: failure.nullish(),
  payload: z
    .object({
      fn_number: z.string(),
      fiscal_document_number: z.number(),
      fiscal_document_attribute: z.number(),
      ofd_receipt_url: z
        .url({ protocol: /^https?$/ })
        .nullish()
        .catch(null),
    })
    .nullish(),
});

/**
 * АТОЛ Онлайн, protocol v5 (FFD 1.2): `POST {url}/getToken`, `POST {url}/{group}/sell`, `GET {url}/{group}/report/{uuid}`
 * with the token in the header `Token`. A second `sell` with a known `external_id` is answered by error 33 with the uuid of
 * the first, so a repeat makes no second receipt.
 */
export function atolTill(access: AtolAccess): ReceiptTill {
  let token: Promise<string> | null = null;

  async function askToken(): Promise<string> {
    const { login, password: pass } = access;
    const reply = await reach(access, '/getToken', { method: 'POST', body: { login, pass } });
    return read(tokenAnswer, reply).token;
  }

  /** A token lives a day; an expired one is replaced once. */
  async function withToken(path: string, request: Omit<JsonRequest, 'timeLimitMs'>): Promise<JsonReply> {
    for (let isSecond = false; ; isSecond = true) {
      token ??= askToken();
      const known = await token.catch((error: unknown) => {
        token = null;
        throw error;
      });
      const reply = await reach(access, path, { ...request, headers: { token: known } });
      if (isSecond || (reply.status !== 401 && getErrorCode(reply) !== CODE.tokenExpired)) return reply;
      token = null;
    }
  }

  async function sendReceipt(request: ReceiptRequest): Promise<string> {
    const path = `/${encodeURIComponent(access.group)}/sell`;
    const reply = await withToken(path, { method: 'POST', body: toSale(access, request) });
    const answer = sentAnswer.safeParse(reply.body);
    if (!answer.success) throw senseless(reply);
    const { uuid, error } = answer.data;
    if (uuid && (!error || error.code === CODE.known)) return uuid;
    // The service refuses a receipt with 400; anything else may pass.
    if (error && reply.status === 400 && error.code !== CODE.known) throw new ReceiptRefused(describe(error));
    throw senseless(reply);
  }

  async function readReceipt(tillId: string): Promise<ReceiptOutcome> {
    const path = `/${encodeURIComponent(access.group)}/report/${encodeURIComponent(tillId)}`;
    const { status, error, payload } = read(reportAnswer, await withToken(path, { method: 'GET' }));
    if (status === 'wait') return { state: 'waiting' };
    if (status === 'fail')
      return { state: 'failed', reason: error ? describe(error) : 'касса не назвала причину' };
    if (!payload) throw new TillUnavailable('the till: a receipt that is done without its sign');
    return {
      state: 'done',
      link: payload.ofd_receipt_url ?? null,
      fiscal: {
        storage: payload.fn_number,
        document: payload.fiscal_document_number,
        sign: payload.fiscal_document_attribute,
      },
    };
  }

  return { provider: 'atol', sendReceipt, readReceipt };
}

function toSale(access: AtolAccess, request: ReceiptRequest): object {
  const { externalId, kind, sum: kopecks, vatPercent, buyer, seller } = request;
  const sum = toRubles(kopecks);
  const isAdvance = kind === 'advance';
  return {
    timestamp: formatMoscowTime(request.at),
    external_id: externalId,
    ...(access.callbackUrl && { service: { callback_url: access.callbackUrl } }),
    receipt: {
      client: {
        name: buyer.name.slice(0, 256),
        inn: buyer.inn,
        ...(buyer.email ? { email: buyer.email } : { phone: `+${buyer.phone}` }),
      },
      company: { email: seller.email, sno: access.taxSystem, inn: seller.inn, payment_address: access.place },
      items: [
        {
          name: (isAdvance ? 'Аванс за нефтепродукты' : 'Нефтепродукты по топливным картам').slice(
            0,
            NAME_MAX,
          ),
          price: sum,
          quantity: 1,
          measure: PIECES,
          sum,
          payment_method: isAdvance ? 'advance' : 'full_payment',
          payment_object: isAdvance ? OBJECT.payment : OBJECT.goods,
          vat: { type: toVatType(vatPercent, isAdvance) },
        },
      ],
      payments: [{ type: isAdvance ? PAID.withoutCash : PAID.byAdvance, sum }],
      total: sum,
    },
  };
}

/** `vat122` is 22/122, the rate of an advance. */
function toVatType(percent: number | null, isAdvance: boolean): string {
  return percent === null ? 'none' : `vat${isAdvance ? 100 + percent : percent}`;
}

/** `30.11.2026 14:05:00`, by Moscow's clock. */
function formatMoscowTime(at: Date): string {
  const [day = '', time = ''] = new Date(at.getTime() + 3 * 3_600_000).toISOString().split('T');
  return `${day.split('-').toReversed().join('.')} ${time.slice(0, 8)}`;
}

async function reach(
  { url, timeLimitMs = TIME_LIMIT_MS }: AtolAccess,
  path: string,
  request: Omit<JsonRequest, 'timeLimitMs'>,
): Promise<JsonReply> {
  try {
    return await fetchJson(url + path, { ...request, timeLimitMs });
  } catch (error) {
    if (!(error instanceof ServiceUnreachable)) throw error;
    throw new TillUnavailable(`the till: ${error.message}`, { cause: error });
  }
}

function read<Schema extends z.ZodType>(schema: Schema, reply: JsonReply): z.output<Schema> {
  const input = schema.safeParse(reply.body);
  if (reply.status < 500 && input.success) return input.data;
  throw senseless(reply);
}

function senseless({ status }: JsonReply): TillUnavailable {
  return new TillUnavailable(`the till: HTTP ${status}${status < 300 ? ' without sense' : ''}`);
}

function getErrorCode({ body }: JsonReply): number | null {
  const input = z.object({ error: failure }).safeParse(body);
  return input.success ? input.data.error.code : null;
}

function describe({ code, text }: z.infer<typeof failure>): string {
  return `${text.slice(0, 300)} (код ${code})`;
}
