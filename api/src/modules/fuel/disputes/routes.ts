import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/fuel/disputes.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { toPagination } from '../../../http/to-pagination.ts';
import { acceptDispute, declineDispute, holdDispute, sendDisputes } from './dispute-decisions.ts';
import { addDisputePhoto, disputeOperation, withdrawDispute } from './dispute-operation.ts';
import { findDispute, pageOfAllDisputes, pageOfDisputes, type Dispute } from './disputes.ts';
import { NO_DISPUTE } from './unfinished-disputes.ts';
import { presentDispute, presentStaffDispute } from './present.ts';

export function disputeRoutes(app: FastifyInstance, ctx: Context): void {
  const own = async (id: number, companyId: number) => ({
    data: presentDispute(await requireDispute(ctx, id, companyId)),
  });

  bind(app, ctx, calls.disputeOperation, async ({ params, body, scope, session, requestKey, from }) => {
    const by = { scope, userId: session.userId, ip: from.ip, requestKey };
    const id = await disputeOperation(ctx, { ...by, operationId: params.id, ...body });
    return own(id, scope.companyId);
  });

  bind(app, ctx, calls.listDisputes, async ({ query, scope }) => {
    const { page, perPage } = query;
    const filter = { state: query.state ?? null, operationId: query.operation_id ?? null };
    const found = await ctx.db.inCompany(scope, (tx) => pageOfDisputes(tx, scope, filter, { page, perPage }));
    return { data: found.disputes.map(presentDispute), meta: toPagination({ page, perPage }, found.total) };
  });

  bind(app, ctx, calls.addDisputePhoto, async ({ params, file, scope, session, from }) => {
    await addDisputePhoto(ctx, { scope, userId: session.userId, ip: from.ip, id: params.id, file });
    return own(params.id, scope.companyId);
  });

  bind(app, ctx, calls.downloadDisputePhoto, ({ params, scope }) =>
    readPhoto(ctx, params.id, scope.companyId),
  );

  bind(app, ctx, calls.withdrawDispute, async ({ params, scope, session, from }) => {
    await withdrawDispute(ctx, { scope, userId: session.userId, ip: from.ip, id: params.id });
    return own(params.id, scope.companyId);
  });

  staffRoutes(app, ctx);
}

function staffRoutes(app: FastifyInstance, ctx: Context): void {
  const toStaff = async (id: number) => ({ data: presentStaffDispute(await requireDispute(ctx, id, 'any')) });

  bind(app, ctx, calls.listStaffDisputes, async ({ query }) => {
    const { page, perPage, q } = query;
    const filter = { state: query.state ?? null, q };
    const found = await pageOfAllDisputes(ctx.db.system, filter, { page, perPage });
    return {
      data: found.disputes.map(presentStaffDispute),
      meta: toPagination({ page, perPage }, found.total),
    };
  });

  bind(app, ctx, calls.downloadStaffDisputePhoto, ({ params }) => readPhoto(ctx, params.id, 'any'));

  bind(app, ctx, calls.sendDisputes, async ({ body, session, from }) => ({
    data: { sent: await sendDisputes(ctx, { ids: body.ids, userId: session.userId, ip: from.ip }) },
  }));

  bind(app, ctx, calls.holdDispute, async ({ params, body, session, from, requestKey }) => {
    await holdDispute(ctx, { id: params.id, sum: body.sum, userId: session.userId, ip: from.ip, requestKey });
    return toStaff(params.id);
  });
  bind(app, ctx, calls.declineDispute, async ({ params, body, session, from }) => {
    await declineDispute(ctx, { id: params.id, answer: body.answer, userId: session.userId, ip: from.ip });
    return toStaff(params.id);
  });

  bind(app, ctx, calls.acceptDispute, async ({ params, body, session, from, confirmedBy, requestKey }) => {
    const by = { userId: session.userId, confirmedBy, ip: from.ip, requestKey };
    await acceptDispute(ctx, { id: params.id, sum: body.sum, answer: body.answer, ...by });
    return toStaff(params.id);
  });
}

/** Within one company, or of any. 404 when there is none. */
async function requireDispute(ctx: Context, id: number, companyId: number | 'any'): Promise<Dispute> {
  const dispute = await (companyId === 'any'
    ? findDispute(ctx.db.system, id, companyId)
    : ctx.db.inCompany(mintCompanyScope(companyId), (tx) => findDispute(tx, id, companyId)));
  if (!dispute) throw notFound(NO_DISPUTE);
  return dispute;
}

async function readPhoto(ctx: Context, id: number, companyId: number | 'any') {
  const { photo } = await requireDispute(ctx, id, companyId);
  if (!photo) throw notFound('У этого спора нет фотографии');
  return { file: await ctx.files.read(photo.sha256), name: photo.name, mime: photo.mime };
}
