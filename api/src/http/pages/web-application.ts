import { readFile } from 'node:fs/promises';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Contacts } from '#contract/programme/contacts.ts';
import type { LandingProgramme } from '#contract/programme/landing-marks.ts';
import { PAGES } from '#contract/pages.ts';
import type { Context } from '../../context.ts';
import type { Operator } from '../../operator.ts';
import { sendNotFound } from './nothing-here.ts';
import { addGuides } from '../guides-without-scripts.ts';
import { presentOperator } from './operator-routes.ts';
import { serveLandingPage, type LandingPage } from './landing-page.ts';
import { compressPage, sendCompressed, type CompressedPage } from './compressed-page.ts';

/** Paths of calls. All others are for the web application, which also reports that there is no such page. */
const CALLS = /^\/(api|staff\/api|dev\/(sms|fuel)|metrics|healthz|readyz)(\/|\?|$)/;

/** No page has a dot in its path: such a path that is not found is a file of an older build, or nothing. */
const FILE = /^[^?]*\.[^/?]*(\?|$)/;

export interface PageData {
  /** Returns the end of maintenance that closes everything; null while there is none. */
  closedUntil: () => Promise<Date | null>;
  /** Never fails, and waits for no database. */
  contacts: () => Promise<Contacts>;
  /** Returns what the landing page shows of the programme. Has the same guarantees as the contacts. */
  programme: () => Promise<LandingProgramme>;
}

/** Serves the build: hashed files for a year, the landing page at `/`, the application's one page elsewhere. */
export async function serveWebApplication(
  app: FastifyInstance,
  ctx: Context,
  landing: LandingPage | null,
  find: PageData,
): Promise<void> {
  const page = await readPage('index.html', ctx);
  const cabinet = await readPage('cabinet.html', ctx);
  const developers = await readPage('index.html', ctx, addGuides);
  if (page !== null) {
    await app.register(staticFiles, {
      root: ctx.config.webDist,
      wildcard: false,
      index: false,
      cacheControl: false,
      // The build leaves a compressed file beside each file of a page (web/build/precompress-files.ts).
      preCompressed: true,
      globIgnore: ['**/*.br'],
      setHeaders: (reply, file) => {
        const hashed = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  if (landing !== null) serveLandingPage(app, ctx, landing, find);
  // Unknown paths are counted as calls are. A client that tries thousands of them has to wait.
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPage = isRead && !CALLS.test(request.url) && !FILE.test(request.url);
    if (!isPage || page === null) return sendNotFound(request, reply);
    const address = getPathname(request.url);
    const closedUntil = address === '/maintenance' ? await find.closedUntil().catch(() => null) : null;
    const named = { '/cabinet': cabinet, '/developers': developers }[address] ?? page;
    if (closedUntil) setRetryAfter(reply, ctx, closedUntil);
    else reply.code(isAddress(address) && (!isDevelopmentPage(address) || ctx.outbox) ? 200 : 404);
    reply.header('cache-control', 'no-store');
    return sendCompressed(request, reply, named(await find.contacts()));
  });
}

const ADDRESSES = new Set<string>(PAGES);
/** Paths with a number, such as `/staff/clients/:id`. The page itself reports whether that item exists. */
const NUMBERED = PAGES.filter((page) => page.includes(':id')).map(
  (page) => new RegExp(`^${page.replace(':id', '[1-9]\\d{0,14}')}$`),
);

/** Pages that show what a provider would have got: there are none where one gets it (compose/development-routes.ts). */
function isDevelopmentPage(address: string): boolean {
  return address.startsWith('/dev/');
}

function isAddress(address: string): boolean {
  return ADDRESSES.has(address) || NUMBERED.some((page) => page.test(address));
}

/**
 * Returns the path as the application's router reads it: decoded, and with or without a slash at its end. An address
 * that cannot be decoded was refused before.
 */
function getPathname(url: string): string {
  const [path = ''] = url.split(/[?#]/);
  return decodeURI(path).replace(/\/+$/, '') || '/';
}

/**
 * Sends 503, and in how many seconds the maintenance ends. For a program the portal is away; a person sees the reason.
 */
function setRetryAfter(reply: FastifyReply, ctx: Context, end: Date): void {
  const seconds = Math.ceil((end.getTime() - ctx.clock.now().getTime()) / 1000);
  reply.code(503).header('retry-after', Math.max(1, seconds));
}

type DrawPage = (contacts: Contacts) => CompressedPage;

/** Returns null where the build has none. The page is drawn again when the operator or his contacts have changed. */
async function readPage(
  file: string,
  ctx: Context,
  change = (page: string) => page,
): Promise<DrawPage | null> {
  const built = await readFile(path.join(ctx.config.webDist, file), 'utf8').catch(() => null);
  if (built === null) return null;
  const html = change(built);
  let drawn: { contacts: Contacts; operator: Operator; page: CompressedPage } | null = null;
  return (contacts) => {
    const operator = ctx.programme.today();
    if (drawn?.contacts !== contacts || drawn.operator !== operator) {
      const page = compressPage({ html: withOperator(html, ctx, contacts), brotli: null });
      drawn = { contacts, operator, page };
    }
    return drawn.page;
  };
}

/** This element is data, not script, so the content security policy does not concern it. */
function withOperator(page: string, ctx: Context, contacts: Contacts): string {
  const operator = JSON.stringify(presentOperator(ctx, contacts)).replaceAll('<', '\\u003c');
  return page.replace(
    '</head>',
    () => `<script type="application/json" id="operator">${operator}</script></head>`,
  );
}
