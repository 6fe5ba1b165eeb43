import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { hashSha256, sameHash } from '../../../lib/secrets.ts';
import { getDriverPhone } from './bind-phone.ts';
import { findLink, type FoundLink } from './driver-links.ts';

const TOKEN = /^[\w-]{43}$/;

/** A request for a page of a driver's link. */
export type PageRequest = FastifyRequest<{ Params: { token: string } }>;

/** A token of another form is none: its page is the same. */
export async function findLinkOfRequest(
  ctx: Context,
  { params: { token } }: PageRequest,
): Promise<FoundLink | null> {
  return TOKEN.test(token) ? findLink(ctx.db.system, hashSha256(token)) : null;
}

/** Returns whether the request comes from the phone that the link is bound to. */
export function isBound({ deviceHash }: FoundLink, request: FastifyRequest): boolean {
  const secret = getDriverPhone(request);
  return deviceHash !== null && secret !== null && sameHash(hashSha256(secret), deviceHash);
}

/** `/d/<token>`. */
export function getPagePath({ params: { token } }: PageRequest): string {
  return `/d/${encodeURIComponent(token)}`;
}

/** Sends a page of the link; no one else keeps it. */
export function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept-language, cookie',
    })
    .send(page);
}
