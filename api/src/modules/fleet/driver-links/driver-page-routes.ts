import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { toRubles } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { notFound, Refusal } from '../../../errors.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { findStationsNear } from '../../programme/stations/stations.ts';
import { listDryStations } from '../station-pulse/station-pulse.ts';
import { askException } from '../rules/exceptions/ask-exception.ts';
import { changePlanState, planOfCard } from '../fuel-plans/plan-state.ts';
import { openCard } from '../rules/open-card.ts';
import { runAsDriver, type DriverAction } from './run-as-driver.ts';
import { bindPhone, driverCookie, sendLinkCode } from './bind-phone.ts';
import { type FoundLink, recordSeen } from './driver-links.ts';
import { renderConfirmPhonePage, closedPage, driverPage, type PageHead } from './driver-page.ts';
import { getSpeech } from './driver-speech.ts';
import { readDriverPage } from './read-driver-page.ts';
import { findLinkOfRequest, getPagePath, isBound, sendPage, type PageRequest } from './page-request.ts';
import { isRefusalOfCard } from './refusal-store.ts';
import { ASK_REASONS, type BindProblem } from './texts/driver-text.ts';
import { chooseLanguage, LANGUAGE_IDS, languageCookie } from './texts/languages.ts';

const STATIONS = 5;
const SEEN_EVERY_MS = 60_000;
const place = z.object({
  lat: z.coerce.number().min(-85).max(85),
  lon: z.coerce.number().min(-180).max(180),
});
const requested = z.object({
  decline: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).catch(0),
  reason: z.enum(ASK_REASONS).catch('Другая причина'),
});
const trip = z.object({ plan: z.coerce.number().int() }).catch({ plan: 0 });
const languageChoice = z.object({ lang: z.enum(LANGUAGE_IDS) });
const input = z.object({ code: z.string().max(20) }).catch({ code: '' });

/**
 * `/d/<token>`: the driver's page, rendered here so that it loads at once on a bad network. A link shows its card to
 * the phone that has entered the code, and asks all others for it. Its forms work without a script.
 */
export function driverPageRoutes(app: FastifyInstance, ctx: Context): void {
  const path = '/d/:token';

  // A browser starts a process of its own for such a policy before it paints: on a phone that is what a driver waits for.
  app.get(path, { helmet: { crossOriginOpenerPolicy: false } }, async (request: PageRequest, reply) => {
    const chosen = languageChoice.safeParse(request.query);
    // The page that is stored for places without a network has one address, so a cookie has the choice.
    if (chosen.success)
      return reply.header('set-cookie', languageCookie(chosen.data.lang)).redirect(getPagePath(request), 303);
    const link = await findLinkOfRequest(ctx, request);
    if (!link) return sendClosed(request, reply);
    if (!isBound(link, request)) return sendBinding(request, reply, link);
    await recordOpened(link);
    const page = await readDriverPage(ctx, link);
    return sendPage(reply.header('x-driver-card', '1'), driverPage(makePageHead(request), page));
  });

  app.post(`${path}/code`, async (request: PageRequest, reply) => {
    const link = await findLinkOfRequest(ctx, request);
    if (!link) return sendClosed(request, reply);
    const problem = await runAsDriver('driverAsksCode', { link, request }, () => sendLinkCode(ctx, link));
    return sendBinding(request, reply, link, { isSent: true, problem });
  });

  app.post(`${path}/bind`, async (request: PageRequest, reply) => {
    const link = await findLinkOfRequest(ctx, request);
    if (!link) return sendClosed(request, reply);
    const { code } = input.parse(request.body);
    const bound = await runAsDriver('driverEntersCode', { link, request }, () => bindPhone(ctx, link, code));
    if ('problem' in bound)
      return sendBinding(request, reply, link, { isSent: true, problem: bound.problem });
    return reply.header('set-cookie', cookie(request, bound.device)).redirect(getPagePath(request), 303);
  });

  app.post(`${path}/open`, async (request: PageRequest, reply) =>
    act('driverOpensCard', request, reply, async (link) => {
      const { rules } = await readDriverPage(ctx, link);
      const scope = mintCompanyScope(link.companyId);
      const minutes = rules.opening?.minutes ?? 0;
      await openCard(ctx, { scope, userId: null, cardId: link.cardId, minutes });
    }),
  );

  app.post(`${path}/ask`, async (request: PageRequest, reply) =>
    act('driverAsks', request, reply, async ({ companyId, madeBy, driverId, cardId }) => {
      const { decline: declineId, reason } = requested.parse(request.body);
      const scope = mintCompanyScope(companyId);
      if (!(await isRefusalOfCard(ctx.db.system, scope, { declineId, cardId })))
        throw notFound('Отказ не найден');
      const purchase = { cardId: null, goodsId: null, centilitres: null };
      await askException(ctx, { scope, userId: madeBy, driverId, declineId, reason, ...purchase });
    }),
  );

  app.post(`${path}/start`, async (request: PageRequest, reply) =>
    act('driverStartsTrip', request, reply, (link) => moveTrip({ link, request }, 'under-way')),
  );

  app.post(`${path}/finish`, async (request: PageRequest, reply) =>
    act('driverEndsTrip', request, reply, (link) => moveTrip({ link, request }, 'done')),
  );

  app.post(`${path}/forget`, async (request: PageRequest, reply) =>
    reply.header('set-cookie', cookie(request, '')).redirect(getPagePath(request), 303),
  );

  app.get(`${path}/stations`, async (request: PageRequest, reply) => {
    const link = await findLinkOfRequest(ctx, request);
    const here = place.safeParse(request.query);
    if (!link || !isBound(link, request) || !here.success) return reply.code(404).send({ stations: [] });
    const { partnerId } = await readCard(ctx, mintCompanyScope(link.companyId), link.cardId);
    const stations = await findStationsNear(ctx, { ...here.data, partnerId, max: STATIONS });
    const dry = await listDryStations(ctx);
    return reply.header('cache-control', 'no-store').send({
      stations: stations.map(({ id, dieselPrice, ...one }) => ({
        ...one,
        dry: dry.has(id),
        price: dieselPrice === null ? null : toRubles(dieselPrice),
      })),
    });
  });

  // Browsers request it without the cookie, so it contains only the address of the page.
  app.get(`${path}/app.webmanifest`, async (request: PageRequest, reply) =>
    reply.header('content-type', 'application/manifest+json').send({
      name: `Топливная карта, ${ctx.programme.today().name}`,
      short_name: 'Моя карта',
      lang: 'ru',
      start_url: getPagePath(request),
      scope: '/d/',
      display: 'standalone',
      background_color: '#14171A',
      theme_color: '#14171A',
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      ],
    }),
  );

  const makePageHead = (request: PageRequest): PageHead => driverPageHead(ctx, request);
  const cookie = (request: PageRequest, secret: string) =>
    driverCookie(secret, { address: getPagePath(request), request, config: ctx.config });

  /**
   * Does the action that the driver has clicked, and shows the page again, with the sentence of a refusal where there
   * is one.
   */
  async function act(
    action: DriverAction,
    request: PageRequest,
    reply: FastifyReply,
    work: (link: FoundLink) => Promise<void>,
  ) {
    const link = await findLinkOfRequest(ctx, request);
    if (!link) return sendClosed(request, reply);
    if (!isBound(link, request)) return sendBinding(request, reply, link);
    try {
      await runAsDriver(action, { link, request }, () => work(link));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const page = await readDriverPage(ctx, link);
      return sendPage(reply.code(error.status), driverPage(makePageHead(request), page, error.message));
    }
    return reply.redirect(getPagePath(request), 303);
  }

  function sendClosed(request: PageRequest, reply: FastifyReply): FastifyReply {
    return sendPage(reply.code(404), closedPage(makePageHead(request)));
  }

  function sendBinding(
    request: PageRequest,
    reply: FastifyReply,
    { phone }: FoundLink,
    { isSent = false, problem = null }: { isSent?: boolean; problem?: BindProblem | null } = {},
  ): FastifyReply {
    return sendPage(reply, renderConfirmPhonePage(makePageHead(request), { phone, isSent, problem }));
  }

  /** Acts on the plan that the driver saw when clicking. A plan sent meanwhile is not affected. */
  async function moveTrip(
    { link: { companyId, cardId }, request }: { link: FoundLink; request: PageRequest },
    state: 'under-way' | 'done',
  ): Promise<void> {
    const { plan: planId } = trip.parse(request.body);
    const scope = mintCompanyScope(companyId);
    const about = { cardId, at: ctx.clock.now() };
    const shown = await ctx.db.inCompany(scope, (tx) => planOfCard(tx, scope, about));
    if (shown?.plan.id !== planId) throw notFound('План заправок отменён, заменён или уже завершён');
    await changePlanState(ctx, scope, { planId, state });
  }

  /** Records the time to a minute. */
  async function recordOpened(link: FoundLink): Promise<void> {
    const now = ctx.clock.now();
    if (link.seenAt && now.getTime() - link.seenAt.getTime() < SEEN_EVERY_MS) return;
    await recordSeen(ctx.db.system, link, now);
  }
}

/** Returns what every page of a link needs: the operator, the address and the driver's language. */
export function driverPageHead(ctx: Context, request: PageRequest): PageHead {
  return {
    operator: ctx.programme.today().name,
    styleNonce: request.styleNonce,
    address: getPagePath(request),
    speech: getSpeech(chooseLanguage(request.headers)),
  };
}
