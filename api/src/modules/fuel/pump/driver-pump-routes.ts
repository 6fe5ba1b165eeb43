import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { readMoney } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { fieldRefusal, Refusal } from '../../../errors.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { driverPageHead } from '../../fleet/driver-links/driver-page-routes.ts';
import type { FoundLink } from '../../fleet/driver-links/driver-links.ts';
import {
  findLinkOfRequest,
  getPagePath,
  isBound,
  sendPage,
  type PageRequest,
} from '../../fleet/driver-links/page-request.ts';
import { runAsDriver, type DriverAction } from '../../fleet/driver-links/run-as-driver.ts';
import { findNewestSession } from '../authorisations/pump-sessions.ts';
import { cancelPumpSession } from './cancel-pump-session.ts';
import { driverPumpPage } from './driver-pump-page.ts';
import { offerFuel } from './offer-fuel.ts';

const wanted = z.object({
  goods: z.coerce.number().int().min(1).max(1000).nullable().catch(null),
  litres: z.string().max(20).catch(''),
});
const cancelled = z.object({ session: z.coerce.number().int().positive().catch(0) }).catch({ session: 0 });

/** `/d/<token>/pump`: a driver gets a code for one filling, on the phone that the link is bound to. */
export function driverPumpRoutes(app: FastifyInstance, ctx: Context): void {
  const path = '/d/:token/pump';

  app.get(path, async (request: PageRequest, reply) => {
    const link = await findLinkOfRequest(ctx, request);
    // The link's own page asks for the code of the phone, or says that it is closed.
    if (!link || !isBound(link, request)) return reply.redirect(getPagePath(request), 303);
    return sendPumpPage(request, reply, link, null);
  });

  app.post(path, async (request: PageRequest, reply) =>
    act('driverAsksPumpCode', request, reply, async (link) => {
      const { goods, litres } = wanted.parse(request.body ?? {});
      await offerFuel(ctx, {
        scope: mintCompanyScope(link.companyId),
        cardId: link.cardId,
        how: 'code',
        stationId: null,
        goodsId: goods,
        centilitres: readLitres(litres),
        origin: 'driver',
        userId: null,
        driverId: link.driverId,
      });
    }),
  );

  app.post(`${path}/cancel`, async (request: PageRequest, reply) =>
    act('driverCancelsPumpCode', request, reply, async (link) => {
      const { session: id } = cancelled.parse(request.body ?? {});
      const scope = mintCompanyScope(link.companyId);
      // A link is for its card alone.
      const newest = await ctx.db.inCompany(scope, (tx) => findNewestSession(tx, scope, link.cardId));
      if (newest?.id === id) await cancelPumpSession(ctx, scope, id);
    }),
  );

  async function act(
    action: DriverAction,
    request: PageRequest,
    reply: FastifyReply,
    work: (link: FoundLink) => Promise<void>,
  ) {
    const link = await findLinkOfRequest(ctx, request);
    if (!link || !isBound(link, request)) return reply.redirect(getPagePath(request), 303);
    try {
      await runAsDriver(action, { link, request }, () => work(link));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return sendPumpPage(request, reply.code(error.status), link, error.message);
    }
    return reply.redirect(`${getPagePath(request)}/pump`, 303);
  }

  async function sendPumpPage(
    request: PageRequest,
    reply: FastifyReply,
    { companyId, cardId }: FoundLink,
    problem: string | null,
  ): Promise<FastifyReply> {
    const scope = mintCompanyScope(companyId);
    const { goodsIds } = await readCard(ctx, scope, cardId);
    const session = await ctx.db.inCompany(scope, (tx) => findNewestSession(tx, scope, cardId));
    const page = { goodsIds, session, at: ctx.clock.now(), problem };
    return sendPage(reply, driverPumpPage(driverPageHead(ctx, request), page));
  }
}

/** Hundredths of a litre; null for an empty field. Refuses what is no quantity. */
function readLitres(text: string): number | null {
  if (text.trim() === '') return null;
  const read = readMoney(text, undefined, 'litres');
  if (!read.ok) throw fieldRefusal('litres', read.message);
  return read.kopecks > 0 ? read.kopecks : null;
}
