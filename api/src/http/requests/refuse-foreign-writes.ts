import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import { notAllowed } from '../../errors.ts';

const SAFE = ['GET', 'HEAD', 'OPTIONS'];
const SENTENCE = 'Запрос пришёл с чужого сайта. Откройте портал и повторите там';

/**
 * Refuses with 403 a form of another site that posts here with this browser's cookies or from its network, for every
 * call. Browsers send the origin of a request and no page can change it. Programs, which send none, pass.
 */
export function refuseForeignWrites(app: FastifyInstance, config: Config): void {
  // Behind the headers of calls, which a refusal has too, and before the body is read.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!SAFE.includes(request.method) && isForeign(request, config)) done(notAllowed(SENTENCE));
    else done(null, payload);
  });
}

function isForeign(request: FastifyRequest, config: Config): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return false;
  if (site === 'cross-site') return true;
  const { origin } = request.headers;
  if (origin === undefined) return site !== undefined;
  // Another name of the same machine, or another port of it, is another site's page.
  return !ownHosts(request, config).includes(getHost(origin));
}

function ownHosts(request: FastifyRequest, { publicUrl }: Config): string[] {
  return publicUrl === null ? [request.host] : [request.host, new URL(publicUrl).host];
}

/** `Origin: null` comes from a page that hides its own: never one of ours. */
function getHost(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : 'hidden';
}
