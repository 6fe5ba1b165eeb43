import type { HandoverState } from '#contract/fleet/telematics.ts';
import { POSITION_DAYS } from '#contract/limits.ts';
import { markRecorded } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { mintCompanyScope, type CompanyScope } from '../../../db/company-scope.ts';
import {
  TelematicsRefused,
  TelematicsTokenRefused,
  TelematicsUnavailable,
} from '../../../gateways/telematics/telematics.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import { openSealed } from '../../../lib/secrets.ts';
import { recheckSince } from '../signals/find-signals.ts';
import { telematicsKey } from './connect-telematics.ts';
import { extendLink, recordExchange, takeDueLink, type DueLink } from './link-store.ts';
import { insertPositions, getOldest } from './positions.ts';
import { AFTER_MS, BEFORE_MS } from './telematics.ts';
import { listFillingsToSend, markHanding, markChecked, type FillingToSend } from './wialon-filling-store.ts';

const REST_MS = 60_000;
/** After this time the rest is left for the next turn. */
const EXCHANGE_MS = REST_MS / 2;
const COMPANY_BATCH_SIZE = 20;
const FILLING_BATCH_SIZE = 50;

/** Asks each connected Wialon for the positions of trucks at their fillings, and sends the fillings to it. */
export async function exchangeTelematics(ctx: Context): Promise<void> {
  if (ctx.config.telematics.key === null) return;
  for (let turn = 0; turn < COMPANY_BATCH_SIZE; turn += 1) {
    const link = await takeLink(ctx);
    if (!link) return;
    await exchangeWithLink(ctx, link);
  }
}

/**
 * Takes one link just before its request. The link belongs to this process for its pause, and for as long again from each
 * call of `hold`. A request takes a third of that at most: `wialon` times out then.
 */
function takeLink(ctx: Context): Promise<DueLink | null> {
  const now = ctx.clock.now();
  return ctx.db.inSystem((tx) => {
    markRecorded(tx);
    return takeDueLink(tx, { before: new Date(now.getTime() - REST_MS), now });
  });
}

async function exchangeWithLink(ctx: Context, link: DueLink): Promise<void> {
  const scope = mintCompanyScope(link.company_id);
  const token = openSealed(link.token_sealed, telematicsKey(ctx));
  const input = token === null ? REFUSED : await tryExchange(ctx, { scope, token, link });
  if (!input) return;
  await ctx.db.inSystem((tx) => {
    markRecorded(tx);
    return recordExchange(tx, scope, { ...input, connectedAt: link.connected_at, now: ctx.clock.now() });
  });
}

const REFUSED = { problem: 'Wialon не принимает токен: подключите его заново', refused: true };

interface FeedRequest {
  scope: CompanyScope;
  token: string;
}

/** Another process has taken the company, or it has no Wialon any more. This process must not do or record the rest. */
class LinkLost extends Error {
  override readonly name = 'LinkLost';
}

/** Returns null when the link was lost meanwhile. */
async function tryExchange(
  ctx: Context,
  args: FeedRequest & { link: DueLink },
): Promise<{ problem: string | null; refused: boolean } | null> {
  const now = ctx.clock.now().getTime();
  const { scope, link } = args;
  const found = await ctx.db.inCompany(scope, (tx) =>
    listFillingsToSend(tx, scope, {
      since: new Date(now - POSITION_DAYS * 86_400_000),
      until: new Date(now - AFTER_MS),
      handsOverSince: link.hands_over_since,
      max: FILLING_BATCH_SIZE,
    }),
  );
  let refusal: string | null = null;
  try {
    for (const filling of found) {
      if (ctx.clock.now().getTime() - now >= EXCHANGE_MS) break;
      const input = await sendFilling(ctx, args, filling);
      refusal = input ?? refusal;
    }
  } catch (error) {
    if (error instanceof TelematicsTokenRefused) return REFUSED;
    if (error instanceof LinkLost) return null;
    if (!(error instanceof TelematicsUnavailable)) throw error;
    ctx.log.warn({ err: error, companyId: link.company_id }, 'Wialon does not answer');
    return { problem: 'Wialon не отвечает, спрашиваем снова', refused: false };
  }
  return { problem: refusal, refused: false };
}

/** Returns why Wialon refuses this filling, as a sentence, or null when it does not. */
async function sendFilling(
  ctx: Context,
  { scope, token, link }: FeedRequest & { link: DueLink },
  filling: FillingToSend,
): Promise<string | null> {
  try {
    if (!filling.looked) await storePosition(ctx, { scope, token }, filling);
  } catch (error) {
    if (!(error instanceof TelematicsRefused)) throw error;
    await write(ctx, (tx) => markChecked(tx, scope, { ...filling, now: ctx.clock.now() }));
    return error.message;
  }
  const since = link.hands_over_since;
  const isOurs = filling.handing === null || filling.handing === 'asked';
  if (since === null || filling.at < since || !isOurs) return null;
  return handOver(ctx, { scope, token, link }, filling);
}

/** Stores where the truck was at about that time, and has the filling checked again. */
async function storePosition(
  ctx: Context,
  { scope, token }: FeedRequest,
  filling: FillingToSend,
): Promise<void> {
  const { unitId, vehicleId, at } = filling;
  const span = {
    unitId,
    from: new Date(at.getTime() - BEFORE_MS),
    to: new Date(at.getTime() + AFTER_MS),
  };
  const places = await ctx.telematics.readPositions(token, span);
  const found = places.map((place) => ({ ...place, vehicleId }));
  await write(ctx, async (tx) => {
    if (found.length > 0) {
      await insertPositions(tx, scope, { found, source: 'wialon' });
      await recheckSince(tx, scope, getOldest(found));
    }
    await markChecked(tx, scope, { ...filling, now: ctx.clock.now() });
  });
}

/**
 * Hands over each filling once: the request is stored before the call. If a stored request is found (a process died, or
 * Wialon fell silent), the code first checks for the filling's mark at Wialon, and registers the filling only when the
 * mark is missing.
 */
async function handOver(
  ctx: Context,
  { scope, token, link }: FeedRequest & { link: DueLink },
  filling: FillingToSend,
): Promise<string | null> {
  const { unitId, at, operationId, goods, address, lat, lon } = filling;
  const mark = toFillingMark(operationId);
  const record = (handing: HandoverState, problem: string | null) =>
    write(ctx, (tx) => markHanding(tx, scope, { ...filling, handing, problem, now: ctx.clock.now() }));
  try {
    await hold(ctx, scope, link);
    const arrived =
      filling.handing === 'asked' && (await ctx.telematics.hasFilling(token, { unitId, at, mark }));
    if (!arrived) {
      await hold(ctx, scope, link);
      await record('asked', null);
      await ctx.telematics.registerFilling(token, {
        unitId,
        at,
        litres: filling.centilitres / 100,
        cost: toRubles(kopecks(filling.sumKopecks)),
        location: address,
        place: lat === null || lon === null ? null : { lat, lon },
        description: `${goods}. ${mark}`,
      });
    }
    await record('done', null);
    return null;
  } catch (error) {
    if (!(error instanceof TelematicsRefused)) throw error;
    await record('refused', error.message);
    return error.message;
  }
}

/** Extends the link before each call that two processes must not make. */
async function hold(ctx: Context, scope: CompanyScope, link: DueLink): Promise<void> {
  const now = ctx.clock.now();
  const askedAt = link.asked_at;
  const isStored = await write(ctx, (tx) => extendLink(tx, scope, { askedAt, now }));
  if (!isStored) throw new LinkLost('the link is not this process’s any more');
  link.asked_at = now;
}

/** Returns the mark that identifies a filling in Wialon. */
function toFillingMark(operationId: number): string {
  return `Магистраль, операция ${operationId};`;
}

function write<Result>(ctx: Context, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return ctx.db.inSystem((tx) => {
    markRecorded(tx);
    return work(tx);
  });
}
