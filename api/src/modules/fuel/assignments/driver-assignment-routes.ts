import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { purchaseAssignment } from '#contract/fuel/purchase-assignment.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { badRequest, notFound, Refusal } from '../../../errors.ts';
import { driverPageHead } from '../../fleet/driver-links/driver-page-routes.ts';
import { driverPage } from '../../fleet/driver-links/driver-page.ts';
import {
  findLinkOfRequest,
  getPagePath,
  isBound,
  sendPage,
  type PageRequest,
} from '../../fleet/driver-links/page-request.ts';
import { readDriverPage } from '../../fleet/driver-links/read-driver-page.ts';
import { runAsDriver } from '../../fleet/driver-links/run-as-driver.ts';
import { assignPurchase } from './assign-purchase.ts';

const purchase = z.object({ operation: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) });

/** `/d/<token>/assign`: a driver enters the trip and the cost centre of a filling, on the phone that the link is bound to. */
export function driverAssignmentRoutes(app: FastifyInstance, ctx: Context): void {
  app.post('/d/:token/assign', async (request: PageRequest, reply) => {
    const link = await findLinkOfRequest(ctx, request);
    // The link's own page asks for the code of the phone, or says that it is closed.
    if (!link || !isBound(link, request)) return reply.redirect(getPagePath(request), 303);
    try {
      const input = readInput(request.body);
      await runAsDriver('driverAssignsPurchase', { link, request }, () =>
        assignPurchase(ctx, mintCompanyScope(link.companyId), { ...input, driverCardId: link.cardId }),
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const page = await readDriverPage(ctx, link);
      return sendPage(
        reply.code(error.status),
        driverPage(driverPageHead(ctx, request), page, error.message),
      );
    }
    return reply.redirect(getPagePath(request), 303);
  });
}

/** Reads the form. Refuses what is no purchase, and a text that the cabinet would refuse, by its sentence. */
function readInput(body: unknown) {
  const found = purchase.safeParse(body);
  if (!found.success) throw notFound('Покупка не найдена');
  const entered = purchaseAssignment.safeParse(body);
  if (!entered.success) throw badRequest(entered.error.issues[0]?.message ?? '');
  const { cost_centre: costCentre, trip_number: tripNumber } = entered.data;
  return { operationId: found.data.operation, costCentre, tripNumber };
}
