import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/audit.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { exportLines } from './export-lines.ts';
import { exportWorkbook } from './export-workbook.ts';
import { listEvents } from './list-events.ts';
import { presentEvent, presentEventsMeta } from './present.ts';

export function auditRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listAudit, async ({ query: { page, ...filter } }) => {
    const found = await listEvents(ctx, null, { filter, page });
    return { data: found.events.map((one) => presentEvent(one, null)), meta: presentEventsMeta(found, page) };
  });

  bind(app, ctx, calls.listCompanyAudit, async ({ query: { page, ...filter }, scope }) => {
    const found = await listEvents(ctx, scope, { filter, page });
    return {
      data: found.events.map((one) => presentEvent(one, scope)),
      meta: presentEventsMeta(found, page),
    };
  });

  bind(app, ctx, calls.downloadAuditWorkbook, async ({ query }) => {
    const file = await exportWorkbook(ctx, null, query);
    return { file, name: 'audit.xlsx', mime: calls.downloadAuditWorkbook.mime ?? '' };
  });

  bind(app, ctx, calls.downloadAuditLines, async ({ query }) => {
    const file = await exportLines(ctx, null, query);
    return { file, name: 'audit.jsonl', mime: 'application/x-ndjson' };
  });

  bind(app, ctx, calls.downloadCompanyAuditWorkbook, async ({ query, scope }) => {
    const file = await exportWorkbook(ctx, scope, query);
    return { file, name: 'audit.xlsx', mime: calls.downloadCompanyAuditWorkbook.mime ?? '' };
  });

  bind(app, ctx, calls.downloadCompanyAuditLines, async ({ query, scope }) => {
    const file = await exportLines(ctx, scope, query);
    return { file, name: 'audit.jsonl', mime: 'application/x-ndjson' };
  });
}
