import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/orders.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { checkInn } from './check-inn.ts';

export function companyRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.checkInn, async ({ query, session }) => {
    const { title, legalForm, kpp, address } = await checkInn(ctx, query.inn, session.userId);
    return { data: { title, legal_form: legalForm, kpp, address } };
  });
}
