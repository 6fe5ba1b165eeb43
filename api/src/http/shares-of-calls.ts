import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { memoizePerOwner } from '../lib/turns/memoize-per-owner.ts';
import { getAddressBlock } from '../lib/get-address-block.ts';
import { LineTooLong, ownerShares, type Share } from '../lib/turns/owner-shares.ts';
import { requestedFormat } from './pages/requested-format.ts';
import type { Session } from './session.ts';

/** Calls that cost far more than the others, by what they wait for. */
type HeavyWork = 'routes' | 'searches' | 'files';

/** Limits of one company's running and waiting calls in a process. More calls are refused. */
const SHARES: Record<HeavyWork, Share & { sentence: string }> = {
  routes: { maxConcurrent: 2, waiting: 20, sentence: 'Ваша компания уже строит много маршрутов' },
  searches: { maxConcurrent: 4, waiting: 40, sentence: 'Ваша компания уже запустила много поисков' },
  files: { maxConcurrent: 3, waiting: 30, sentence: 'Ваша компания уже готовит много файлов' },
};

const WAIT_SECONDS = 5;

const ROUTES = new Set(['buildRoute', 'planFuel', 'previewFuelPlan', 'createFuelPlan']);
const SEARCHES = new Set(['searchEverything', 'answerQuestion']);

/** Returns null for a call that costs little. A list is heavy where it is requested as a file. */
export function getHeavyWork(
  { name, kind, asFiles }: AnyEndpoint,
  request: Pick<FastifyRequest, 'headers'>,
): HeavyWork | null {
  if (ROUTES.has(name)) return 'routes';
  if (SEARCHES.has(name)) return 'searches';
  if (kind === 'file') return 'files';
  return asFiles && requestedFormat(request) !== null ? 'files' : null;
}

const getShares = memoizePerOwner((_ctx: Context) => ({
  routes: ownerShares(SHARES.routes),
  searches: ownerShares(SHARES.searches),
  files: ownerShares(SHARES.files),
}));

/** Requests that have their place. A call repeated because the database came back retains it. */
const seated = new WeakSet<FastifyRequest>();

/**
 * Waits until the caller's company has a place for a heavy call, and occupies it until the answer has been sent or its
 * reader has gone. No caller waits for another company's calls. Refuses with 429 where the company's own line is full.
 */
export async function takeShare(
  ctx: Context,
  endpoint: AnyEndpoint,
  { session, request, reply }: { session: Session | null; request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const work = getHeavyWork(endpoint, request);
  if (work === null || seated.has(request)) return;
  seated.add(request);
  const leave = await getShares(ctx)
    [work].take(getShareOwner(session, request), request.signal)
    .catch((error: unknown) => {
      if (!(error instanceof LineTooLong)) throw error;
      const message = `${SHARES[work].sentence}. Повторите через ${WAIT_SECONDS} с`;
      throw new Refusal(429, 'too-often', message, { retryAfterSeconds: WAIT_SECONDS });
    });
  if (reply.raw.destroyed) return leave();
  reply.raw.once('finish', leave);
  reply.raw.once('close', leave);
}

/**
 * Returns the owner of a share: the company for all its callers, a user without a company, or the address of an
 * anonymous caller.
 */
function getShareOwner(session: Session | null, { ip }: FastifyRequest): string {
  if (session?.company) return `company:${session.company.id}`;
  return session ? `user:${session.userId}` : getAddressBlock(ip);
}
