import type { FastifyInstance } from 'fastify';
import { can } from '#contract/access.ts';
import * as calls from '#contract/companies/views.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { saveStaffView, deleteStaffView, listStaffViews } from './staff-views.ts';
import { saveView, deleteView, listViews, type SavedView } from './views.ts';

export function viewRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listViews, async ({ scope, session: { userId } }) => {
    const views = await ctx.db.inCompany(scope, (tx) => listViews(tx, scope, userId));
    return { data: views.map((view) => presentView(view, userId)) };
  });

  bind(app, ctx, calls.saveView, async ({ body, scope, session: { userId } }) => ({
    data: presentView(await saveView(ctx, { ...body, scope, userId }), userId),
  }));

  bind(app, ctx, calls.removeView, async ({ params: { id }, scope, session: { userId, role } }) => {
    // A colleague who has left the company leaves the shared views behind.
    const view = { id, userId, orShared: can(role, 'assignRoles') };
    const removed = await ctx.db.inCompany(scope, (tx) => deleteView(tx, scope, view));
    if (!removed) throw notFound('Вид не найден');
    return { data: { id } };
  });

  bind(app, ctx, calls.listStaffViews, async ({ session: { userId } }) => {
    const views = await listStaffViews(ctx.db.system, userId);
    return { data: views.map((view) => presentView(view, userId)) };
  });

  bind(app, ctx, calls.saveStaffView, async ({ body, session: { userId } }) => ({
    data: presentView(await saveStaffView(ctx, { ...body, userId }), userId),
  }));

  bind(app, ctx, calls.removeStaffView, async ({ params: { id }, session: { userId } }) => {
    const removed = await ctx.db.inSystem((tx) => deleteStaffView(tx, { id, userId }));
    if (!removed) throw notFound('Вид не найден');
    return { data: { id } };
  });
}

function presentView({ author_id, ...view }: SavedView, userId: number) {
  return { ...view, own: author_id === userId };
}
