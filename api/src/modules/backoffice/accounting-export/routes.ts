import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/backoffice/accounting-export.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { downloadExport } from './download-export.ts';
import { presentPreview } from './present.ts';
import { previewExport } from './preview-export.ts';

export function accountingExportRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.previewAccountingExport, async ({ query }) => ({
    data: presentPreview(await previewExport(ctx, query)),
  }));

  bind(app, ctx, calls.downloadAccountingExport, ({ query, session, from }) =>
    downloadExport(ctx, { days: query, userId: session.userId, ip: from.ip }),
  );
}
