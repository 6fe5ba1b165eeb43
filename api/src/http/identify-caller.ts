import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseNamedCompany } from '#contract/companies/shown-company.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import { isHalf } from './assert-factor.ts';
import { parseKeyHeader } from './calling-key.ts';
import { findKeyCaller } from './find-key.ts';
import { findCaller, spendTicket, type FoundCaller } from './session.ts';

/** Finds who is calling: by a session, a key, a ticket of a link, or nothing. */
export async function identifyCaller(
  ctx: Context,
  endpoint: AnyEndpoint,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  key: string | null,
): Promise<FoundCaller> {
  return visitorIfHalf(endpoint, await findIdentity(ctx, endpoint, { request, reply }, key));
}

async function findIdentity(
  ctx: Context,
  endpoint: AnyEndpoint,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  key: string | null,
): Promise<FoundCaller> {
  const header = request.headers['x-auth-token'];
  const companyId = parseNamedCompany(request.headers);
  if (typeof header === 'string' && header !== '')
    return findCaller(ctx, { accessToken: header, key, companyId });
  const text = endpoint.caller === 'public' ? null : parseKeyHeader(request.headers.authorization);
  if (text !== null) return findKeyCaller(ctx, { text, ip: request.ip, reply }, key);
  const query = (request.query as Record<string, unknown>).xAuthToken;
  if (endpoint.kind !== 'file' || typeof query !== 'string' || query === '') return ANONYMOUS;
  const session = await spendTicket(ctx, query, pathWithoutTicket(request.url));
  if (session) return { session, earlier: null };
  return ctx.config.querySessionToken ? findCaller(ctx, { accessToken: query, key, companyId }) : ANONYMOUS;
}

/** Drops the session at a public call while it still has to be confirmed, because it does not prove who is calling. */
function visitorIfHalf(endpoint: AnyEndpoint, caller: FoundCaller): FoundCaller {
  return endpoint.caller === 'public' && caller.session && isHalf(caller.session) ? ANONYMOUS : caller;
}

const ANONYMOUS: FoundCaller = { session: null, earlier: null };

/**
 * `/api/x?sum=1%20500&xAuthToken=t` → `/api/x?sum=1+500`: what the ticket was issued for. Who asks for the ticket and who
 * opens the link may escape the same signs differently.
 */
export function pathWithoutTicket(url: string): string {
  const [path = '', ...query] = url.split('?');
  const rest = new URLSearchParams(query.join('?'));
  rest.delete('xAuthToken');
  return rest.size > 0 ? `${path}?${rest.toString()}` : path;
}
