import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/companies/sandbox-office.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { closeTestMonth } from './close-test-month.ts';
import { orderTestCards } from './order-test-cards.ts';
import { presentTestCards } from './present.ts';
import { readTestRules, setTestRules } from './set-test-rules.ts';

/** Routes by which a sandbox's key simulates events there besides fuelling and paying. */
export function sandboxOfficeRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.orderTestCards, async ({ body: { count }, scope, session: { userId } }) => {
    const { id, statusId, cards } = await orderTestCards(ctx, { scope, userId, count });
    return { data: { id, status_id: statusId, cards: presentTestCards(cards) } };
  });

  bind(app, ctx, calls.closeTestMonth, async ({ body: { month }, scope, session: { userId } }) => {
    const documents = await closeTestMonth(ctx, { scope, userId, month });
    const shown = documents.map(({ sum, ...one }) => ({ ...one, sum: sum === null ? null : toRubles(sum) }));
    return { data: { month, documents: shown } };
  });

  bind(app, ctx, calls.setTestRules, async ({ params: { id }, body: { rules }, scope, session }) => ({
    data: await setTestRules(ctx, { scope, userId: session.userId, cardId: id, rules }),
  }));

  bind(app, ctx, calls.readTestRules, async ({ params: { id }, scope }) => ({
    data: await readTestRules(ctx, scope, id),
  }));
}
