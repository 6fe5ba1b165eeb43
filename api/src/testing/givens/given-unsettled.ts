import { sql } from 'kysely';
import { OPERATION_TYPE } from '#contract/ids.ts';
import { getOnlyRow } from '../../db/database.ts';
import { syncCard } from '../../modules/cards/cards/sync-card.ts';
import { closeCompanies } from '../../modules/papers/documents/closing/close-companies.ts';
import { carryOutOperation } from '../../modules/fuel/settlement/carry-out-operation.ts';
import { approveOrder } from '../../modules/orders/orders/approve-order.ts';
import { askForCards } from '../../modules/orders/orders/ask-for-cards.ts';
import { issueCards } from '../../modules/orders/orders/issue-cards.ts';
import { startApi, type ApiResponse, type ApiRequest, type TestApi } from '../api.ts';
import {
  givenCard,
  givenCompany,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from './factories.ts';
import { givenDocument } from './given-document.ts';
import { givenOrder } from './given-order.ts';
import { givenSales } from './given-sales.ts';

/** After this many seconds, a person has to deal with a network's silence. */
export const LONG_SECONDS = 601;

/** A portal without its queue that does not wait for networks' answers, and the calls of staff on «Разбор». */
export async function setUpUnsettled(): Promise<{
  api: TestApi;
  staff: GivenPerson;
  calls: UnsettledCalls;
}> {
  const api = await startApi({ jobs: false, env: { NETWORK_PATIENCE_MS: '1' } });
  const staff = await givenStaff(api);
  return { api, staff, calls: unsettledCalls(api, staff) };
}

/** A company with one card; resets the networks' behaviour that the test before may have set. */
export async function givenReliableCard(api: TestApi): Promise<{ company: GivenCompany; card: GivenCard }> {
  api.setMood(() => undefined);
  const company = await givenCompany(api);
  return { company, card: await givenCard(api, company.id) };
}

/** A block that the network has accepted and never answers. */
export async function givenUnclearBlock(
  api: TestApi,
  company: GivenCompany,
  card: GivenCard,
): Promise<number> {
  const requested = await api.post(`/api/card/${card.id}/changeStatus`, {
    token: company.admin.token,
    form: {},
  });
  if (requested.status !== 200) throw new Error(`not asked: ${requested.body.message}`);
  const { id } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number }>`
      select id from operation where card_id = ${card.id} and type_id in (${OPERATION_TYPE.blocking}, ${OPERATION_TYPE.unblocking})
      order by id desc limit 1`,
  );
  await whileNetworkIsSilent(api, () => carryOutOperation(api.ctx, id));
  return id;
}

/** A choice that the network has accepted and never answers. */
export async function givenUnclearChoice(
  api: TestApi,
  company: GivenCompany,
  card: GivenCard,
  goodsIds: readonly number[] = [301],
): Promise<number> {
  await api.post(`/api/card/${card.id}/setGoods`, {
    token: company.admin.token,
    json: { cg_ids: goodsIds },
  });
  const { id } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number }>`select id from card_change where card_id = ${card.id} order by id desc limit 1`,
  );
  await whileNetworkIsSilent(api, () => syncCard(api.ctx, card.id));
  return id;
}

/** An order of two cards that the network has accepted and never answers. */
export async function givenUnclearOrder(
  api: TestApi,
  company: GivenCompany,
): Promise<{ orderId: number; itemId: number }> {
  const order = await givenOrder(api, company.admin);
  const [itemId = 0] = order.itemIds;
  await approveOrder(api.ctx, order.id);
  await whileNetworkIsSilent(api, () => askForCards(api.ctx, itemId));
  return { orderId: order.id, itemId };
}

/** An order of two cards for which the network has issued three. */
export async function givenSurplus(
  api: TestApi,
  company: GivenCompany,
): Promise<{ orderId: number; itemId: number; numbers: string[] }> {
  const order = await givenOrder(api, company.admin);
  const [itemId = 0] = order.itemIds;
  await approveOrder(api.ctx, order.id);
  const { request_id: requestId } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ request_id: string }>`
      select network_request_id as request_id from card_request_item where id = ${itemId}`,
  );
  const numbers = [1, 2, 3].map((value) => `7005${String(itemId).padStart(11, '0')}${value}`);
  await issueCards(
    api.ctx,
    requestId,
    numbers.map((number) => ({ number, isVirtual: false })),
  );
  return { orderId: order.id, itemId, numbers };
}

/** A document that the company has refused to sign. */
export async function givenRefusedDocument(
  api: TestApi,
  staff: GivenPerson,
  company: GivenCompany,
): Promise<number> {
  const documentId = await givenDocument(api, staff, company, { title: 'УПД № 202608-1-2' });
  const now = api.clock.now();
  await sql`
    insert into edm_message (document_id, company_id, asked_at, sent_at, changed_at, state, reason)
    values (${documentId}, ${company.id}, ${now}, ${now}, ${now}, 'refused', 'Не сходится количество литров')`.execute(
    api.ctx.db.system,
  );
  return documentId;
}

/** A month whose documents could not be made, because one of the company's sales differs from what the ledger moved. */
export async function givenFailedClosing(
  api: TestApi,
  company: GivenCompany,
  month: string,
): Promise<{ closingId: number; mend: () => Promise<void> }> {
  const db = api.ctx.db.system;
  const card = await givenCard(api, company.id, { balanceKopecks: 1000_00 });
  await sql`update company set client_since = '2026-01-01' where id = ${company.id}`.execute(db);
  await givenSales(api, card, [{ sum: 100_00, at: `${month}-10T10:00:00+03:00` }]);
  const change = (byKopecks: number) =>
    sql`update operation set sum_kopecks = sum_kopecks + ${byKopecks} where card_id = ${card.id}`.execute(db);
  await change(-1);
  await sql`
    insert into month_closing (company_id, month, asked_at) values (${company.id}, ${month}, ${api.clock.now()})`.execute(
    db,
  );
  await closeCompanies(api.ctx, month, 60_000);
  const { id } = await getOnlyRow(
    db,
    sql<{ id: number }>`select id from month_closing where company_id = ${company.id} and month = ${month}`,
  );
  return { closingId: id, mend: async () => void (await change(1)) };
}

/** Asks twice. A command accepted a moment ago is not yet a case for a person. */
async function whileNetworkIsSilent(api: TestApi, ask: () => Promise<void>): Promise<void> {
  api.setMood(() => 'never');
  await ask();
  api.clock.advanceSeconds(LONG_SECONDS);
  await ask();
  api.setMood(() => undefined);
}

export interface Listed {
  kind: string;
  id: number;
  [more: string]: unknown;
}

export type UnsettledCalls = ReturnType<typeof unsettledCalls>;

/** The calls of staff on «Разбор». */
export function unsettledCalls(api: TestApi, staff: GivenPerson) {
  const { token } = staff;
  const path = (kind: string, id: number | string, action: string) =>
    `/staff/api/unsettled/${kind}/${id}/${action}`;
  return {
    list: (query = '', ask: ApiRequest = {}): Promise<ApiResponse> =>
      api.get(`/staff/api/unsettled${query}`, { token, ...ask }),
    async find(kind: string, id: number): Promise<Listed | undefined> {
      const { body } = await api.get(`/staff/api/unsettled?kind=${kind}`, { token });
      return (body.data as Listed[]).find((listed) => listed.id === id);
    },
    settle: (kind: string, id: number, input: object = {}, ask: ApiRequest = {}): Promise<ApiResponse> =>
      api.post(path(kind, id, 'settle'), {
        token,
        json: { executed: true, reason: 'Письмо сети № 5', ...input },
        ...ask,
      }),
    ask: (kind: string, id: number, ask: ApiRequest = {}): Promise<ApiResponse> =>
      api.post(path(kind, id, 'ask-again'), { token, ...ask }),
    close: (kind: string, id: number, input: object = {}, ask: ApiRequest = {}): Promise<ApiResponse> =>
      api.post(path(kind, id, 'close'), { token, json: { reason: 'Письмо сети № 6', ...input }, ...ask }),
    acknowledge: (kind: string, id: number, input: object = {}, ask: ApiRequest = {}): Promise<ApiResponse> =>
      api.post(path(kind, id, 'acknowledge'), {
        token,
        json: { reason: 'Написали в сеть', ...input },
        ...ask,
      }),
  };
}
