import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/papers/contracts.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope, type CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { toPagination } from '../../../http/to-pagination.ts';
import { findCompany } from '../../companies/companies/companies.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { findRequisitesDay } from '../../programme/requisites/programme-book.ts';
import { findContract, type ClientContract } from './contracts.ts';
import { makeContract } from './make-contract.ts';
import { amendStaleContracts, pageOfStaleContracts } from './stale-contracts.ts';

export function contractRoutes(app: FastifyInstance, ctx: Context): void {
  const readOwn = async (scope: CompanyScope) => ({
    data: presentContract(await ctx.db.inCompany(scope, (tx) => findContract(tx, scope))),
  });
  const readClients = async (companyId: number) => ({
    data: presentContract(await findContract(ctx.db.system, mintCompanyScope(companyId))),
  });

  bind(app, ctx, calls.readContract, ({ scope }) => readOwn(scope));

  bind(app, ctx, calls.makeContract, async ({ scope, session, from }) => {
    await makeContract(ctx, { companyId: scope.companyId, userId: session.userId, ip: from.ip });
    return readOwn(scope);
  });

  bind(app, ctx, calls.readClientContract, async ({ params }) => {
    await requireClient(ctx, params.id);
    return readClients(params.id);
  });

  bind(app, ctx, calls.listStaleContracts, async ({ query }) => {
    const { contracts, total } = await pageOfStaleContracts(ctx, query);
    return {
      data: contracts.map(({ datedOn, changed, company, number }) => ({
        company,
        number,
        date: datedOn,
        changed,
      })),
      meta: {
        pagination: toPagination(query, total).pagination,
        since: await findRequisitesDay(ctx.db.system, moscowDay(ctx.clock.now())),
      },
    };
  });

  bind(app, ctx, calls.amendStaleContracts, async ({ body, session }) => ({
    data: {
      started: await amendStaleContracts(ctx, { companyIds: body.company_ids, userId: session.userId }),
    },
  }));

  bind(app, ctx, calls.renewContract, async ({ params, session, from }) => {
    await requireClient(ctx, params.id);
    const request = { companyId: params.id, userId: session.userId, ip: from.ip, isRenewal: true };
    await makeContract(ctx, request);
    return readClients(params.id);
  });
}

async function requireClient(ctx: Context, companyId: number): Promise<void> {
  const company = await findCompany(ctx.db.system, companyId);
  if (!company?.clientSince) throw notFound('Клиент не найден');
}

function presentContract(contract: ClientContract | null): EndpointData<typeof calls.readContract> {
  const first = contract?.editions.at(-1);
  if (!contract || !first) return { contract: null };
  return {
    contract: {
      number: contract.number,
      date: first.datedOn,
      editions: contract.editions.map(({ edition, agreement, datedOn, documentId, signedAt }) => ({
        edition,
        agreement: agreement || null,
        date: datedOn,
        document_id: documentId,
        url: `/api/doc/${documentId}/download`,
        signed: signedAt?.toISOString() ?? null,
      })),
    },
  };
}
