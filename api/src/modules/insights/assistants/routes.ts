import { readFileSync } from 'node:fs';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { keyRefused, parseKeyHeader } from '../../../http/calling-key.ts';
import { sendCallHeaders } from '../../../http/call-headers.ts';
import { findKey } from '../../../http/find-key.ts';
import { publicAddress } from '../../../http/pages/public-address.ts';
import { askPortal } from './ask-portal.ts';
import { buildAssistant } from './build-assistant.ts';
import { refuseWrongParams } from './refuse-wrong-params.ts';

const NO_KEY = 'Укажите ключ компании в заголовке Authorization: Bearer mg_live_…';

/**
 * Serves `/api/mcp`: what a company's key can read, for language models (Model Context Protocol, streamable HTTP
 * without sessions; docs/calls.md 31; decision 81). Each request is a server of its own, so that no state remains
 * between two.
 */
export function assistantRoutes(app: FastifyInstance, ctx: Context): void {
  const { version } = JSON.parse(
    readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  app.post('/api/mcp', { onRequest: sendCallHeaders }, (request, reply) =>
    answer(app, ctx, { request, reply, version }),
  );
  // The server sends nothing unasked, and there is no session to end.
  for (const method of ['GET', 'DELETE'] as const)
    app.route({
      method,
      url: '/api/mcp',
      exposeHeadRoute: false,
      onRequest: sendCallHeaders,
      handler: (_request, reply) =>
        reply.code(405).header('allow', 'POST').send({ code: 405, message: 'Только POST' }),
    });
}

async function answer(
  app: FastifyInstance,
  ctx: Context,
  { request, reply, version }: { request: FastifyRequest; reply: FastifyReply; version: string },
): Promise<FastifyReply> {
  const text = parseKeyHeader(request.headers.authorization);
  if (text === null) throw keyRefused(NO_KEY);
  const { key } = await findKey(ctx, { text, ip: request.ip, reply });
  const address = publicAddress(ctx.config);
  const server = buildAssistant({
    name: ctx.programme.today().name,
    version,
    address,
    scopes: key?.scopes ?? [],
    ask: (requested) => askPortal(app, { text, ip: request.ip, outer: reply }, requested),
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  refuseWrongParams(transport);
  try {
    const response = await transport.handleRequest(
      new Request(`${address}/api/mcp`, {
        method: 'POST',
        headers: pickHeaders(request),
      }),
      { parsedBody: request.body },
    );
    return await reply
      .code(response.status)
      .headers({ 'content-type': response.headers.get('content-type') ?? 'application/json' })
      .send(await response.text());
  } finally {
    await server.close();
  }
}

/** Picks the headers that the protocol reads. */
function pickHeaders({ headers }: FastifyRequest): Record<string, string> {
  const read = ['accept', 'content-type', 'mcp-protocol-version'] as const;
  return Object.fromEntries(
    read.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}
