import type { FastifyInstance } from 'fastify';
import { roleId } from '#contract/access.ts';
import * as desk from '#contract/companies/company-desk.ts';
import * as calls from '#contract/companies/own-companies.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import { SMS_RESEND_SECONDS } from '#contract/limits.ts';
import { presentSpending } from '#contract/fuel/summary/present-summary.ts';
import type { Context } from '../../../context.ts';
import { bind } from '../../../http/bind.ts';
import { companiesSpendingCsv } from './companies-spending-csv.ts';
import { readCompaniesSpending } from './read-companies-spending.ts';
import { enterCompany } from '../../identity/auth/enter-company.ts';
import { presentWaiting } from '../overview/present.ts';
import { acceptUndecided, listUndecided, sendUndecidedCode } from './accept-undecided.ts';
import { downloadMonth, previewMonth } from './download-month.ts';
import { listCompaniesWithWaiting, readCompanies } from './read-companies.ts';

export function ownCompanyRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listCompanies, async ({ session }) => {
    const companies = await listCompaniesWithWaiting(ctx, session.userId);
    return {
      data: companies.map(({ companyId, inn, title, role, via, since, until, waiting }) => ({
        id: companyId,
        inn,
        title,
        role_id: roleId(role) ?? 0,
        current: companyId === session.company?.id,
        via,
        since: since.toISOString(),
        until: until?.toISOString() ?? null,
        waiting: waiting.reduce((sum, { count }) => sum + count, 0),
      })),
    };
  });

  bind(app, ctx, calls.enterCompany, async ({ params, session, from }) => {
    const { companyId, title } = await enterCompany(ctx, { companyId: params.id, session, ip: from.ip });
    return { data: { id: companyId, title } };
  });

  bind(app, ctx, desk.previewDeskMonth, async ({ query, session }) => {
    const { ids: companyIds, month } = query;
    return { data: await previewMonth(ctx, { userId: session.userId, companyIds, month }) };
  });

  bind(app, ctx, desk.downloadDeskMonth, ({ query, session, from }) => {
    const { ids: companyIds, month, parts } = query;
    return downloadMonth(ctx, { userId: session.userId, companyIds, month, parts, ip: from.ip });
  });

  bind(app, ctx, desk.listUndecided, async ({ query, session }) => {
    const { ids: companyIds, month } = query;
    const companies = await listUndecided(ctx, session, { companyIds, month });
    return {
      data: companies.map(({ companyId, title, code, reason, documents }) => ({
        id: companyId,
        title,
        code,
        reason,
        documents: documents.map(({ id, title: name, partnerTitle, kind, sum }) => ({
          id,
          title: name,
          partner_title: partnerTitle,
          kind,
          sum: sum === null ? null : toRubles(sum),
        })),
      })),
    };
  });

  bind(app, ctx, desk.sendUndecidedCode, async ({ body, session, from }) => {
    await sendUndecidedCode(ctx, session, { ...body, ip: from.ip });
    return { data: { resend_after: SMS_RESEND_SECONDS } as const };
  });

  bind(app, ctx, desk.acceptUndecided, async ({ body, session, from }) => {
    const accepted = await acceptUndecided(ctx, session, { ...body, from });
    return { data: [...accepted].map(([id, { confirmed, left }]) => ({ id, confirmed, left })) };
  });

  bind(app, ctx, calls.readCompanies, async ({ session }) => {
    const companies = await readCompanies(ctx, session.userId);
    return {
      data: companies.map((company) => ({
        id: company.companyId,
        inn: company.inn,
        title: company.title,
        role_id: roleId(company.role) ?? 0,
        current: company.companyId === session.company?.id,
        via: company.via,
        own: toRubles(company.own),
        unallocated: toRubles(company.unallocated),
        free: toRubles(company.free),
        debt: toRubles(company.debt?.sum ?? kopecks(0)),
        debt_late: company.debt?.late ?? false,
        open_months: company.openMonths,
        last_month: company.lastMonth,
        waiting: company.waiting.map(presentWaiting),
      })),
    };
  });

  bind(app, ctx, calls.readCompaniesSpending, async ({ session, query }) => {
    const { companies, totals } = await readCompaniesSpending(ctx, session, query);
    return {
      data: companies.map(({ companyId, inn, title, totals: own }) => ({
        id: companyId,
        inn,
        title,
        ...presentSpending(own),
      })),
      meta: { totals: presentSpending(totals) },
    };
  });

  bind(app, ctx, calls.downloadCompaniesSpending, async ({ session, query }) => {
    const spending = await readCompaniesSpending(ctx, session, query);
    return {
      file: Buffer.from(companiesSpendingCsv(spending)),
      name: `Топливо компаний с ${query.dateFrom} по ${query.dateTo}.csv`,
      mime: 'text/csv; charset=utf-8',
    };
  });
}
