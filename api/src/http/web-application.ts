import { readFile } from 'node:fs/promises';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Contacts } from '#contract/contacts.ts';
import { PAGES } from '#contract/pages.ts';
import type { Context } from '../context.ts';
import { sendNothingHere } from './nothing-here.ts';
import { presentOperator } from './operator-routes.ts';
import { serveLandingPage, type LandingPage } from './landing-page.ts';

/** Paths of calls. Everything else is for the web application, which also says that there is no such page. */
const CALLS = /^\/(api|staff\/api|dev\/(sms|fuel)|metrics|healthz|readyz)(\/|\?|$)/;

/** No page has a dot in its path: such a path that is not found is a file of an older build, or nothing. */
const FILE = /^[^?]*\.[^/?]*(\?|$)/;

export interface FindForPages {
  /** Until when works close everything; null while they don't. */
  closedUntil: () => Promise<Date | null>;
  /** Never fails, and waits for no database. */
  contacts: () => Promise<Contacts>;
}

/** Serves the build: hashed files for a year, the landing page at `/`, the application's one page elsewhere. */
export async function serveWebApplication(
  app: FastifyInstance,
  ctx: Context,
  landing: LandingPage | null,
  find: FindForPages,
): Promise<void> {
  const page = await readPage('index.html', ctx);
  const cabinet = await readPage('cabinet.html', ctx);
  const drawn = async (html: string) => withOperator(html, ctx, await find.contacts());
  if (page !== null) {
    await app.register(staticFiles, {
      root: ctx.config.webDist,
      wildcard: false,
      index: false,
      cacheControl: false,
      // Beside each file of a page the build leaves a pressed one (web/build/press-files.ts).
      preCompressed: true,
      globIgnore: ['**/*.br'],
      setHeaders: (reply, file) => {
        const hashed = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  if (landing !== null) serveLandingPage(app, ctx, landing, find.contacts);
  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = isRead && !CALLS.test(request.url) && !FILE.test(request.url);
    if (!isPage || page === null) return sendNothingHere(request, reply);
    const address = addressOf(request.url);
    const closedUntil = address === '/maintenance' ? await find.closedUntil().catch(() => null) : null;
    if (closedUntil) return sendPage(comeBackAt(reply, ctx, closedUntil), await drawn(page));
    const named = address === '/cabinet' && cabinet !== null ? cabinet : page;
    return sendPage(reply.code(isAddress(address) ? 200 : 404), await drawn(named));
  });
}

const ADDRESSES = new Set<string>(PAGES);
/** `/staff/clients/:id`: the number of something; whether there is one, the page says. */
const NUMBERED = PAGES.filter((page) => page.includes(':id')).map(
  (page) => new RegExp(`^${page.replace(':id', '[1-9]\\d{0,14}')}$`),
);

function isAddress(address: string): boolean {
  return ADDRESSES.has(address) || NUMBERED.some((page) => page.test(address));
}

/**
 * As the application's router reads an address: decoded, and with or without a slash at its end. What cannot be decoded
 * was refused before.
 */
function addressOf(url: string): string {
  const [path = ''] = url.split(/[?#]/);
  return decodeURI(path).replace(/\/+$/, '') || '/';
}

/** 503, and in how many seconds the works end: to a program the portal is away, to a person it says why. */
function comeBackAt(reply: FastifyReply, ctx: Context, end: Date): FastifyReply {
  const seconds = Math.ceil((end.getTime() - ctx.clock.now().getTime()) / 1000);
  return reply.code(503).header('retry-after', Math.max(1, seconds));
}

/** Null where the build has none. */
async function readPage(file: string, ctx: Context): Promise<string | null> {
  return readFile(path.join(ctx.config.webDist, file), 'utf8').catch(() => null);
}

/** This element is data, not script, so the content security policy does not concern it. */
function withOperator(page: string, ctx: Context, contacts: Contacts): string {
  const operator = JSON.stringify(presentOperator(ctx, contacts)).replaceAll('<', '\\u003c');
  return page.replace(
    '</head>',
    () => `<script type="application/json" id="operator">${operator}</script></head>`,
  );
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .send(page);
}
