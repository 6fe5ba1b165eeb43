import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notAllowed, Refusal } from '../../../errors.ts';
import { readBody, readQuery } from '../../../http/body.ts';
import { keyRefused, parseKeyHeader } from '../../../http/calling-key.ts';
import { findKey } from '../../../http/find-key.ts';
import { readSoldFuel, type PlacedFuel } from '../../fuel/history/sold-fuel.ts';
import { toEndpointTransaction, earlyTransaction } from './endpoint-transaction.ts';
import { listExchangeCards, recordProgramCall } from './endpoint-store.ts';
import { readEndpointDays } from './read-endpoint-days.ts';

const V2 = '/api/public-api/v2';
const V1 = '/public-api/v1/transaction-list';
const NO_KEY = 'Укажите ключ с правом «читать операции» в заголовке Authorization';

type EndpointInput = Record<string, unknown>;

/**
 * Endpoint for stock 1С:УАТ and ERP, which call the portal as they call ППР (docs/calls.md 30). The endpoint has
 * its own paths and fields, the key in `Authorization` without `Bearer`, plain JSON, and a refusal as `{error}`
 * with its HTTP status.
 */
export function endpointRoutes(app: FastifyInstance, ctx: Context): void {
  const open = { config: {}, exposeHeadRoute: false };
  const check = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    answer(ctx, request, reply, async () => {
      // A program that only checks the connection has no key yet. A wrong key is refused at once.
      if (request.headers.authorization)
        await requireScope(ctx, { request, reply }, request.headers.authorization, 'проверка связи');
      return { status: 'ok', version: 2 };
    });
  // An address that was typed with a slash at its end is the same one.
  for (const url of [V2, `${V2}/`]) app.get(url, open, check);

  app.get(`${V2}/transactions`, open, (request, reply) =>
    answer(ctx, request, reply, async () => {
      const scope = await requireScope(ctx, { request, reply }, request.headers.authorization, 'операции');
      const sold = readSoldFuel(ctx, scope, readEndpointDays(readQuery(request) as EndpointInput));
      const types = ctx.config.doorTypes;
      return listed('transactions', sold, (placedFuel) => toEndpointTransaction(placedFuel, types));
    }),
  );

  app.get(`${V2}/cards`, open, (request, reply) =>
    answer(ctx, request, reply, async () => {
      const scope = await requireScope(ctx, { request, reply }, request.headers.authorization, 'карты');
      const cards = await ctx.db.inCompany(scope, (tx) => listExchangeCards(tx, scope, ctx.clock.now()));
      return { cards: cards.map(({ isActive, ...card }) => ({ ...card, status: isActive ? 1 : 0 })) };
    }),
  );

  for (const url of [V1, `/api${V1}`])
    app.post(url, open, (request, reply) =>
      answer(ctx, request, reply, async () => {
        const { fields } = await readBody(request, undefined);
        const token = typeof fields.token === 'string' ? fields.token : request.headers.authorization;
        const scope = await requireScope(ctx, { request, reply }, token, 'операции');
        return listed('array-list', readSoldFuel(ctx, scope, readEndpointDays(fields)), earlyTransaction);
      }),
    );
}

/** Returns the company that the key belongs to. Records the use of the key and the call. */
async function requireScope(
  ctx: Context,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  input: string | undefined,
  call: string,
): Promise<CompanyScope> {
  const text = parseKeyHeader(input);
  if (text === null) throw keyRefused(NO_KEY);
  const { key, company } = await findKey(ctx, { text, ip: request.ip, reply });
  if (!key || !company) throw keyRefused(NO_KEY);
  if (!key.scopes.includes('operations:read'))
    throw notAllowed('У ключа нет права «читать операции»: создайте ключ с этим правом');
  ctx.keys.recordUse(ctx, key, request.ip);
  await ctx.db.inSystem((tx) => recordProgramCall(tx, company.scope, { at: ctx.clock.now(), call }));
  return company.scope;
}

async function answer(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  say: () => Promise<object>,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  try {
    return await reply.type('application/json; charset=utf-8').send(await say());
  } catch (error) {
    // An unexpected error is handled like every failure.
    if (!(error instanceof Refusal)) throw error;
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
    if (error.status === 401) reply.header('www-authenticate', 'Bearer');
    return reply.code(error.status).send({ error: error.message });
  }
}

/** A list as JSON, a part at a time. A failure of the first part is still an error, not a broken list. */
async function listed(
  name: string,
  sold: AsyncGenerator<PlacedFuel[]>,
  present: (placedFuel: PlacedFuel) => object,
): Promise<Readable> {
  const first = await sold.next();
  async function* parts(): AsyncGenerator<string> {
    yield `{${JSON.stringify(name)}:[`;
    let before = '';
    for (let part = first; !part.done; part = await sold.next()) {
      if (part.value.length === 0) continue;
      yield before + part.value.map((placedFuel) => JSON.stringify(present(placedFuel))).join(',');
      before = ',';
    }
    yield ']}';
  }
  return Readable.from(parts(), { objectMode: false });
}
