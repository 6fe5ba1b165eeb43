import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import type { Invoice } from '../../money/invoices/invoices.ts';
import { findClients } from '../../money/bank/find-clients.ts';
import {
  listClients,
  sumClients,
  type ClientFilter,
  type ClientSort,
  type ClientTotals,
  type ListedClient,
  countUpClients,
} from './client-list.ts';

export interface ClientsQuery extends Pick<ClientFilter, 'q' | 'state' | 'unallocatedFrom'> {
  idleDays?: number;
  sort: ClientSort;
  page: number;
  perPage: number;
}

export interface ClientsPage {
  clients: (ListedClient & { invoices: Invoice[] })[];
  totals: ClientTotals;
}

const DAY_MS = 86_400_000;

/** A page of the programme's clients with the sums of all that are found, from the movements up to now. */
export async function listClientsPage(ctx: Context, args: ClientsQuery): Promise<ClientsPage> {
  await countUpClients(ctx);
  const now = ctx.clock.now();
  const { q, state, unallocatedFrom, idleDays, sort, page, perPage } = args;
  const idleSince = idleDays === undefined ? undefined : new Date(now.getTime() - idleDays * DAY_MS);
  const filter = { q, state, unallocatedFrom, idleSince, today: moscowDay(now) };
  const totals = await sumClients(ctx.db.system, filter);
  const offset = (page - 1) * perPage;
  const clients =
    offset >= totals.count ? [] : await listClients(ctx.db.system, filter, { sort, limit: perPage, offset });
  return { clients: clients.map((client) => ({ ...client, invoices: [] })), totals };
}

/**
 * Lists clients to whom a payment may be credited, in the order in which they were found, with the invoices that it may
 * pay.
 */
export async function listPayers(ctx: Context, search: string): Promise<ClientsPage> {
  const payers = await findClients(ctx, search);
  await countUpClients(ctx);
  const filter = { ids: payers.map((payer) => payer.id), today: moscowDay(ctx.clock.now()) };
  const totals = await sumClients(ctx.db.system, filter);
  const rows = await listClients(ctx.db.system, filter, {
    sort: { key: 'title', descending: false },
    limit: filter.ids.length,
    offset: 0,
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const clients = payers.flatMap(({ id, invoices }) => {
    const row = byId.get(id);
    return row ? [{ ...row, invoices }] : [];
  });
  return { clients, totals };
}
