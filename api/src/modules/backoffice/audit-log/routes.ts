import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/backoffice/audit.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { bind } from '../../../http/bind.ts';
import { exportLines } from './export-lines.ts';
import { exportWorkbook } from './export-workbook.ts';
import { listEvents } from './list-events.ts';
import type { AuditFilter } from './audit-filter.ts';
import { presentEventsMeta, presentFolded } from './present.ts';
import { readTitles } from './read-titles.ts';

export function auditRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listAudit, async ({ query: { page, folded, ...filter } }) => {
    return presentPage(ctx, null, { filter, page, folded });
  });

  bind(app, ctx, calls.listCompanyAudit, async ({ query: { page, folded, ...filter }, scope }) => {
    return presentPage(ctx, scope, { filter, page, folded });
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

async function presentPage(
  ctx: Context,
  scope: CompanyScope | null,
  args: { filter: AuditFilter; page: number; folded: boolean },
) {
  const found = await listEvents(ctx, scope, args);
  const titles = await readTitles(
    ctx,
    scope,
    found.events.flatMap(({ main, parts }) => [main, ...parts]),
  );
  return {
    data: found.events.map((event) => presentFolded(event, scope, titles)),
    meta: presentEventsMeta(found, args.page),
  };
}
