import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '#contract/openapi.ts';
import { isPublished, publishedOpenApi } from '#contract/published-openapi.ts';
import type { Context } from '../context.ts';
import { docsPage } from './pages/docs-page.ts';
import { publicAddress } from './pages/public-address.ts';

/** The published description of the calls, for programs and for people, generated from the contract; the staff's are not in it. */
export function openApiRoutes(app: FastifyInstance, ctx: Context): void {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const { name, email } = ctx.programme.today();
  // Describing all calls takes a third of a start's processor time, so it waits for the first reader.
  let text: string | undefined;
  let document: ReturnType<typeof openApiDocument> | undefined;

  app.get('/api/openapi.json', async (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' })
      .send(
        (text ??= JSON.stringify(
          publishedOpenApi({ name, version, email, address: publicAddress(ctx.config) }),
        )),
      ),
  );
  app.get('/api/docs', async (request, reply) =>
    reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .send(
        docsPage((document ??= openApiDocument({ name, version, shows: isPublished })), request.styleNonce),
      ),
  );
}
