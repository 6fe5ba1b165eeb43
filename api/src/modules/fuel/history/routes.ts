import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { downloadUatWorkbook as downloadUatWorkbookCall } from '#contract/papers/exchange.ts';
import * as calls from '#contract/fuel/operations.ts';
import { listOperationColumns as listOperationColumnsCall } from '#contract/fuel/operation-columns.ts';
import { assignPurchase as assignPurchaseCall } from '#contract/fuel/purchase-assignment.ts';
import * as spending from '#contract/fuel/spending.ts';
import { presentSummary } from '#contract/fuel/summary/present-summary.ts';
import type { Context } from '../../../context.ts';
import { requestedFormat } from '../../../http/pages/requested-format.ts';
import { bind } from '../../../http/bind.ts';
import { downloadOperationsReport } from './operations-report.ts';
import { downloadOperationsWorkbook, operationsWorkbook } from './operations-workbook.ts';
import { downloadUatWorkbook } from './uat-workbook.ts';
import { assignPurchase } from '../assignments/assign-purchase.ts';
import { listOperationColumns } from './columns/list-operation-columns.ts';
import { listOperations } from './list-operations.ts';
import type { OperationFilter } from './operation-filter.ts';
import { presentOperation, presentOperationsMeta } from './present.ts';
import { summarizeOperations } from './summarize-operations.ts';
import { summaryCsv } from './summary-csv.ts';

export function operationRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listOperations, async ({ query, scope, request }) => {
    const { page, perPage, sort, ...filter } = query;
    const format = requestedFormat(request);
    if (format === 'csv') {
      const file = await downloadOperationsReport(ctx, scope, filter);
      return { file, name: 'operations.csv', mime: 'text/csv; charset=utf-8' };
    }
    if (format === 'xlsx') return operationsWorkbook(ctx, scope, filter);
    const found = await listOperations(ctx, scope, { filter, page, perPage, sort });
    return { data: found.operations.map(presentOperation), meta: presentOperationsMeta(found, page) };
  });

  bind(app, ctx, listOperationColumnsCall, async ({ query: { before, dateFrom }, scope }) => {
    const { columns, next } = await listOperationColumns(ctx, scope, { before, dateFrom });
    return { data: columns, meta: { next } };
  });

  bind(app, ctx, assignPurchaseCall, async ({ params: { id }, body, scope }) => {
    const { cost_centre: costCentre, trip_number: tripNumber } = body;
    await assignPurchase(ctx, scope, { operationId: id, costCentre, tripNumber });
    return { data: body };
  });

  bind(app, ctx, spending.summarizeOperations, async ({ query, scope }) => {
    const { by, ...filter } = query;
    return presentSummary(await summarizeOperations(ctx, scope, { by, filter }));
  });

  bind(app, ctx, spending.downloadOperationsSummary, async ({ query, scope }) => {
    const { by, ...filter } = query;
    const summary = await summarizeOperations(ctx, scope, { by, filter, max: Number.MAX_SAFE_INTEGER });
    const file = Buffer.from(summaryCsv(by, summary));
    return { file, name: 'summary.csv', mime: 'text/csv; charset=utf-8' };
  });

  bind(app, ctx, spending.downloadOperationsWorkbook, async ({ query, scope }) => {
    const { by, ...filter } = query;
    const file = await downloadOperationsWorkbook(ctx, scope, { by, filter });
    return { file, name: 'summary.xlsx', mime: spending.downloadOperationsWorkbook.mime ?? '' };
  });

  bind(app, ctx, downloadUatWorkbookCall, async ({ query, scope }) => {
    const file = await downloadUatWorkbook(ctx, scope, query);
    return { file, name: 'Заправки для 1С УАТ.xlsx', mime: downloadUatWorkbookCall.mime ?? '' };
  });

  bind(app, ctx, calls.downloadOperationsReport, async ({ query, scope }) => {
    const file = await downloadOperationsReport(ctx, scope, reportFilter(query));
    return { file, name: 'report.csv', mime: 'text/csv; charset=utf-8' };
  });

  bind(app, ctx, calls.downloadOperationsReportWorkbook, ({ query, scope }) =>
    operationsWorkbook(ctx, scope, reportFilter(query), 'report'),
  );
}

/** The report has names of its own for what the list is filtered by. */
function reportFilter(query: z.output<typeof calls.reportQuery>): OperationFilter {
  return {
    cardId: query.card_id,
    partnerId: query.partner_id,
    driverId: query.driver_id,
    drivers: query.drivers,
    vehicleId: query.vehicle_id,
    groupId: query.group_id,
    goods: query.goods,
    station: query.station,
    typeId: query.type_id,
    statusId: query.status_id,
    dateFrom: query.date_from,
    dateTo: query.date_to,
  };
}
