import type { FastifyInstance } from 'fastify';
import { PART_ROWS } from '#contract/companies/clients.ts';
import * as calls from '#contract/money/balance-corrections.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { toPagination } from '../../../http/to-pagination.ts';
import { notFound } from '../../../errors.ts';
import { findCompany } from '../../companies/companies/companies.ts';
import { correctBalance } from './correct-balance.ts';
import { listCorrections } from './corrections.ts';
import { presentCorrection } from './present.ts';

export function correctionRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listBalanceCorrections, async ({ params, query: { page } }) => {
    const company = await findCompany(ctx.db.system, params.id);
    if (!company?.clientSince) throw notFound('Клиент не найден');
    const slice = { companyId: params.id, limit: PART_ROWS, offset: (page - 1) * PART_ROWS };
    const { rows, total } = await listCorrections(ctx.db.system, slice);
    return { data: rows.map(presentCorrection), meta: toPagination({ page, perPage: PART_ROWS }, total) };
  });

  bind(app, ctx, calls.correctBalance, async ({ params, body, session, from, confirmedBy, requestKey }) => {
    const input = {
      companyId: params.id,
      kind: body.kind,
      direction: body.direction,
      sum: body.sum,
      documentId: body.document_id ?? null,
      note: body.note,
      proposedBy: session.userId,
      confirmedBy,
      ip: from.ip,
    };
    return { data: presentCorrection(await correctBalance(ctx, input, requestKey)) };
  });
}
