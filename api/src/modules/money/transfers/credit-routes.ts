import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/money/credits.ts';
import { toRubles } from '#contract/kopecks.ts';
import { setCredit as setCreditCall } from '#contract/backoffice/staff.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { listCredits, readCreditHistory } from './list-credits.ts';
import { presentClientCredit, presentCreditChange } from './present.ts';
import { setCredit } from './set-credit.ts';

export function creditRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listCredits, async () => ({
    data: (await listCredits(ctx)).map(presentClientCredit),
  }));

  bind(app, ctx, calls.listCreditChanges, async ({ params }) => {
    const { history, ...credit } = await readCreditHistory(ctx, params.id);
    return { data: { ...presentClientCredit(credit), history: history.map(presentCreditChange) } };
  });

  bind(app, ctx, setCreditCall, async ({ params, body, session, from, confirmedBy }) => {
    const terms = await setCredit(ctx, {
      companyId: params.id,
      credit: body.creditSum,
      daysForPayment: body.creditDaysForPayment,
      daysWithoutPayment: body.creditDaysWithoutPayment,
      staffId: session.userId,
      ip: from.ip,
      reason: body.reason ?? null,
      confirmedBy,
    });
    return {
      data: {
        id: terms.companyId,
        creditSum: toRubles(terms.credit),
        creditDaysForPayment: terms.daysForPayment,
        creditDaysWithoutPayment: terms.daysWithoutPayment,
      },
    };
  });
}
