import type { FastifyInstance } from 'fastify';
import * as accountCalls from '#contract/companies/client-account.ts';
import { PART_ROWS } from '#contract/companies/clients.ts';
import * as peopleCalls from '#contract/companies/client-people.ts';
import * as partCalls from '#contract/companies/client-parts.ts';
import * as calls from '#contract/companies/clients.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { bind } from '../../../http/bind.ts';
import { toPagination } from '../../../http/to-pagination.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { endCardHold, holdCard } from '../../cards/cards/hold-card.ts';
import { rereadRequisites } from '../../companies/companies/requisites.ts';
import { presentInvoice } from '../../money/invoices/present.ts';
import { presentStatement } from '../../money/transfers/present.ts';
import { presentTariffs } from '../../programme/tariffs/present.ts';
import { addStaffNote } from './add-staff-note.ts';
import { blockClient, unblockClient } from './block-client.ts';
import * as account from './client-account.ts';
import type { Part, PageSlice } from './client-file.ts';
import * as parts from './client-part-store.ts';
import { fillClientOgrn } from './fill-client-ogrn.ts';
import { listClientsPage, listPayers } from './list-clients-page.ts';
import { findPeople, readPersonFile } from './people.ts';
import * as present from './present.ts';
import { readClientFile } from './read-client-file.ts';

export function clientRoutes(app: FastifyInstance, ctx: Context): void {
  const readPrefix = () => ctx.programme.today().invoicePrefix;

  bind(app, ctx, calls.findClients, async ({ query }) => {
    const { clients, totals } = await (query.search
      ? listPayers(ctx, query.search)
      : listClientsPage(ctx, {
          q: query.q,
          state: query.state,
          idleDays: query.idle,
          unallocatedFrom: query.unallocated_from,
          sort: query.sort ?? { key: 'title', descending: false },
          page: query.page,
          perPage: query.perPage,
        }));
    return {
      data: clients.map((client) => present.presentClient(client, readPrefix())),
      meta: {
        ...toPagination({ page: query.search ? 1 : query.page, perPage: query.perPage }, totals.count),
        totals: {
          unallocated: toRubles(totals.unallocated),
          creditSum: toRubles(totals.credit),
          debt: toRubles(totals.debt),
        },
      },
    };
  });

  bind(app, ctx, peopleCalls.findPeople, async ({ query }) => ({
    data: await findPeople(ctx.db.system, { q: query.q, now: ctx.clock.now() }),
  }));

  bind(app, ctx, peopleCalls.readPersonFile, async ({ params }) => ({
    data: present.presentPerson(await readPersonFile(ctx, params.id)),
  }));

  bind(app, ctx, calls.readClientFile, async ({ params }) => ({
    data: present.presentFile(await readClientFile(ctx, params.id)),
  }));

  for (const [endpoint, action, state] of [
    [calls.blockClient, blockClient, 'blocked'],
    [calls.unblockClient, unblockClient, 'active'],
  ] as const) {
    bind(app, ctx, endpoint, async ({ params, body, session, from, requestKey }) => {
      const { userId } = session;
      await action(ctx, { companyId: params.id, userId, ip: from.ip, reason: body.reason, requestKey });
      return { data: { id: params.id, state } };
    });
  }

  for (const [endpoint, action, isOnHold] of [
    [calls.blockCard, holdCard, true],
    [calls.unblockCard, endCardHold, false],
  ] as const) {
    bind(app, ctx, endpoint, async ({ params, body, session, from, requestKey }) => {
      const { userId } = session;
      await action(ctx, { cardId: params.id, userId, ip: from.ip, reason: body.reason, requestKey });
      return { data: { id: params.id, held: isOnHold } };
    });
  }

  bind(app, ctx, calls.addStaffNote, async ({ params, body, session, from, requestKey }) => {
    const { userId } = session;
    const input = { companyId: params.id, userId, ip: from.ip, text: body.text, requestKey };
    return { data: present.presentNote(await addStaffNote(ctx, input)) };
  });

  bind(app, ctx, calls.rereadRequisites, async ({ params, session, from }) => {
    const request = { companyId: params.id, userId: session.userId, ip: from.ip };
    const { inn, requisites, changed, state } = await rereadRequisites(ctx, request);
    return { data: { requisites: present.presentRequisites(inn, requisites), changed, state } };
  });

  bind(app, ctx, calls.fillOgrn, async ({ params, body, session, from }) => ({
    data: await fillClientOgrn(ctx, {
      companyId: params.id,
      userId: session.userId,
      ip: from.ip,
      ogrn: body.ogrn,
    }),
  }));

  bindPartRoutes(app, ctx);
  bindAccountRoutes(app, ctx);
}

/** Binds the reads that a client has of his own account. */
function bindAccountRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, accountCalls.listClientInvoices, async ({ params, query: { page } }) => {
    const slice = { companyId: params.id, limit: PART_ROWS, offset: (page - 1) * PART_ROWS };
    const { rows, total } = await account.listClientInvoices(ctx, slice);
    const data = rows.map((invoice) => presentInvoice(invoice, ctx.programme.today().invoicePrefix));
    return { data, meta: toPagination({ page, perPage: PART_ROWS }, total) };
  });

  bind(app, ctx, accountCalls.readClientStatement, async ({ params, query }) => {
    const period = { from: query.date_from, to: query.date_to };
    return { data: presentStatement(await account.readClientStatement(ctx, params.id, period)) };
  });

  bind(app, ctx, accountCalls.listClientTariffs, async ({ params }) => ({
    data: presentTariffs(await account.listClientTariffs(ctx, params.id), moscowDay(ctx.clock.now())),
  }));

  bind(app, ctx, accountCalls.listClientCharges, async ({ params, query: { page } }) => {
    const slice = { companyId: params.id, limit: PART_ROWS, offset: (page - 1) * PART_ROWS };
    const { rows, total } = await account.listClientCharges(ctx, slice);
    return { data: rows.map(present.presentCharge), meta: toPagination({ page, perPage: PART_ROWS }, total) };
  });

  bind(app, ctx, accountCalls.readClientAgreement, async ({ params }) => ({
    data: present.presentAgreement(await account.readClientAgreement(ctx, params.id)),
  }));
}

/** Each part of a client's page by itself, in pages. */
function bindPartRoutes(app: FastifyInstance, ctx: Context): void {
  async function read<Row, Shown>(
    args: { id: number; page: number },
    list: (db: Db, slice: PageSlice) => Promise<Part<Row>>,
    show: (row: Row) => Shown,
  ) {
    const offset = (args.page - 1) * PART_ROWS;
    const part = await list(ctx.db.system, { companyId: args.id, limit: PART_ROWS, offset });
    return {
      data: part.rows.map(show),
      meta: toPagination({ page: args.page, perPage: PART_ROWS }, part.total),
    };
  }

  bind(app, ctx, partCalls.listClientCards, ({ params: { id }, query: { page } }) =>
    read({ id, page }, parts.listClientCards, present.presentCard),
  );
  bind(app, ctx, partCalls.listClientOrders, ({ params: { id }, query: { page } }) =>
    read({ id, page }, parts.listClientOrders, present.presentOrder),
  );
  bind(app, ctx, partCalls.listClientPayments, ({ params: { id }, query: { page } }) =>
    read({ id, page }, parts.listClientPayments, present.presentPayment),
  );
  bind(app, ctx, partCalls.listClientMovements, ({ params: { id }, query: { page } }) =>
    read({ id, page }, parts.listClientMovements, present.presentMovement),
  );
  bind(app, ctx, partCalls.listClientDocuments, ({ params: { id }, query: { page } }) =>
    read({ id, page }, parts.listClientDocuments, present.presentDocument),
  );
  bind(app, ctx, partCalls.listClientMessages, ({ params: { id }, query: { page } }) =>
    read({ id, page }, parts.listClientMessages, present.presentMessage),
  );
  bind(app, ctx, partCalls.listClientDeeds, ({ params: { id }, query: { page } }) =>
    read({ id, page }, parts.listClientActions, present.presentAction),
  );
}
