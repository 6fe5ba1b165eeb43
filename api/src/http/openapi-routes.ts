import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '#contract/openapi.ts';
import type { Context } from '../context.ts';
import { docsPage } from './docs-page.ts';

/** The published description of every call, for programs and for people, generated from the contract. */
export function openApiRoutes(app: FastifyInstance, ctx: Context): void {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const document = openApiDocument({ name: ctx.config.operator.name, version });
  const text = JSON.stringify(document);

  app.get('/api/openapi.json', async (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' })
      .send(text),
  );
  app.get('/api/docs', async (request, reply) =>
    reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .send(docsPage(document, request.styleNonce)),
  );
}
