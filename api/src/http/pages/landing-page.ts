import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Contacts } from '#contract/programme/contacts.ts';
import {
  fillLandingMarks,
  FIRST_SCREEN_END,
  type LandingProgramme,
} from '#contract/programme/landing-marks.ts';
import type { Context } from '../../context.ts';
import { compressPage, sendCompressed, type CompressedPage } from './compressed-page.ts';
import { publicAddress } from './public-address.ts';

/** The landing page as built by web/build/prerender-landing.ts. */
export interface LandingPage {
  html: string;
}

/** The page with the check of a browser that has it already. */
interface SentPage extends CompressedPage {
  etag: string;
}

/** Returns null where the web application has not been built. */
export async function readLandingPage(webDist: string): Promise<LandingPage | null> {
  const html = await readFile(path.join(webDist, 'landing.html'), 'utf8').catch(() => null);
  return html === null ? null : { html };
}

/**
 * Serves `/` with the same text for all visitors. A browser may cache the page if it asks each time whether the page
 * has changed. The page leaves in two parts: a phone draws the first screen while the rest is on its way. Nothing on it
 * is private, so it may share a process with the window that opened it: a process of its own would take a fifth of the
 * time to the first text.
 */
export function serveLandingPage(
  app: FastifyInstance,
  ctx: Context,
  page: LandingPage,
  find: { contacts: () => Promise<Contacts>; programme: () => Promise<LandingProgramme> },
): void {
  let drawn: { contacts: Contacts; programme: LandingProgramme; page: SentPage } | null = null;
  app.get('/', { helmet: { crossOriginOpenerPolicy: false } }, async (request, reply) => {
    const contacts = await find.contacts();
    const programme = await find.programme();
    if (drawn?.contacts !== contacts || drawn.programme !== programme) {
      const html = fillLandingMarks(page.html, contacts, programme);
      drawn = { contacts, programme, page: addressed(html, publicAddress(ctx.config)) };
    }
    const { etag } = drawn.page;
    reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return sendCompressed(request, reply, drawn.page);
  });
}

function addressed(drawn: string, address: string): SentPage {
  const [firstScreen = '', ...rest] = drawn.replaceAll('%PUBLIC_ADDRESS%', address).split(FIRST_SCREEN_END);
  const html = [firstScreen, ...rest].join('');
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
  return compressPage({ html, etag, brotli: null, ...(rest.length > 0 && { firstScreen }) });
}
