import type { FastifyInstance } from 'fastify';
import * as corrections from '#contract/corrections.ts';
import * as calls from '#contract/operations.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { downloadOperationsReport } from './download-operations-report.ts';
import { listOperations } from './list-operations.ts';
import {
  presentOperation,
  presentOperationsMeta,
  presentSummary,
  presentUnclearMovement,
} from './present.ts';
import { settleMovement } from '../settlement/settle-movement.ts';
import { summarizeOperations } from './summarize-operations.ts';
import { summaryCsv } from './summary-csv.ts';
import { UNCLEAR_AFTER_SECONDS } from '../../networks/commands/unclear-movement.ts';
import { listUnclearMovements } from '../../networks/commands/list-unclear-movements.ts';

export function operationRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listOperations, async ({ query, scope }) => {
    const { page, ...filter } = query;
    const found = await listOperations(ctx, scope, { filter, page });
    return { data: found.operations.map(presentOperation), meta: presentOperationsMeta(found, page) };
  });

  bind(app, ctx, calls.summarizeOperations, async ({ query, scope }) => {
    const { by, ...filter } = query;
    return presentSummary(await summarizeOperations(ctx, scope, { by, filter }));
  });

  bind(app, ctx, calls.downloadOperationsSummary, async ({ query, scope }) => {
    const { by, ...filter } = query;
    const summary = await summarizeOperations(ctx, scope, { by, filter, most: Number.MAX_SAFE_INTEGER });
    const file = Buffer.from(summaryCsv(by, summary));
    return { file, name: 'summary.csv', mime: 'text/csv; charset=utf-8' };
  });

  bind(app, ctx, calls.downloadOperationsReport, async ({ query, scope }) => {
    const file = await downloadOperationsReport(ctx, scope, {
      cardId: query.card_id,
      typeId: query.type_id,
      statusId: query.status_id,
      dateFrom: query.date_from,
      dateTo: query.date_to,
    });
    return { file, name: 'report.csv', mime: 'text/csv; charset=utf-8' };
  });

  bind(app, ctx, corrections.listUnclearMovements, async () => {
    const askedBefore = new Date(ctx.clock.now().getTime() - UNCLEAR_AFTER_SECONDS * 1000);
    return { data: (await listUnclearMovements(ctx.db.system, askedBefore)).map(presentUnclearMovement) };
  });

  bind(app, ctx, corrections.settleMovement, async ({ params, body, session, from, requestKey }) => {
    await settleMovement(ctx, {
      operationId: params.id,
      ...body,
      staffId: session.userId,
      ip: from.ip,
      requestKey,
    });
    return { data: { id: params.id, executed: body.executed } };
  });
}
