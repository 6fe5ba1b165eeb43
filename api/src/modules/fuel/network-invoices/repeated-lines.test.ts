import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import {
  givenNetworkInvoice,
  REPORT_HEADER,
  reportRow,
  type InvoiceInput,
} from '../../../testing/givens/given-network-invoice.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { compareInvoice } from './compare-invoice.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;
/** A card of its own for each test. */
let card: GivenCard;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
  company = await givenCompany(api);
});
afterAll(() => api.stop());
beforeEach(async () => {
  card = await givenCard(api, company.id, { balanceKopecks: 100_000_00 });
});

const path = '/staff/api/network-invoices';
const row = (time: string, sum: string, more: { litres?: string; goods?: string } = {}) =>
  reportRow({ card: card.number, time, sum, ...more });

async function load(number: string, lines: readonly string[], more: Partial<InvoiceInput> = {}) {
  const answer = await givenNetworkInvoice(api, staff, { number, lines: [REPORT_HEADER, ...lines], ...more });
  expect(answer.status).toBe(200);
  return answer.body.data as { id: number; undecided: number };
}

const read = async (id: number) => (await api.get(`${path}/${id}`, { token: staff.token })).body.data;
const listLines = async (id: number) =>
  (await api.get(`${path}/${id}/lines?q=${card.number}`, { token: staff.token })).body.data as {
    id: number;
    group: string;
    other_invoice: { id: number; number: string; date: string } | null;
    decision: { kind: string } | null;
  }[];
const listGroups = async (id: number) => (await listLines(id)).map(({ group }) => group);
const decide = (id: number, json: object) =>
  api.post(`${path}/${id}/decide`, { token: staff.token, json: { note: 'Сверено', ...json } });
const accept = (id: number, json: object = {}) =>
  api.post(`${path}/${id}/accept`, { token: staff.token, json });
const remove = (id: number) => api.delete(`${path}/${id}`, { token: staff.token, json: { note: 'Дважды' } });

test('a report under another number is repeated, and is not accepted as it is', async () => {
  await givenSales(api, card, [{ sum: 6543_00, at: '2026-09-02T10:15:00+03:00' }]);
  const unknown = reportRow({ card: '7005830000001111', time: '03.09.2026', sum: '700' });
  const report = [row('02.09.2026 10:15', '6543'), row('03.09.2026 10:15', '100'), unknown];
  const first = await load('ТН-79', report, { date: '2026-09-14' });
  const { id } = await load('ТН-80', report);

  const other = { id: first.id, number: 'ТН-79', date: '2026-09-14' };
  const [booked, theirs] = await listLines(id);
  expect(booked).toMatchObject({ group: 'repeated', other_invoice: other });
  expect(theirs).toMatchObject({ group: 'repeated', other_invoice: other });
  const invoice = await read(id);
  expect(invoice.others).toEqual([{ ...other, lines: 3 }]);
  expect(invoice.groups).toContainEqual(expect.objectContaining({ group: 'repeated', count: 3 }));
  expect(await listGroups(first.id)).toEqual(['equal', 'theirs']);
  expect((await read(first.id)).others).toEqual([{ id, number: 'ТН-80', date: '2026-09-15', lines: 0 }]);

  expect((await decide(id, { decision: 'accepted', group: 'theirs' })).status).toBe(409);
  for (const which of [{ group: 'repeated' }, { lines: [booked?.id] }]) {
    const refused = await decide(id, { decision: 'accepted', ...which });
    expect(refused.body.message).toContain('уже в другом счёте сети');
  }
  expect((await accept(id)).body.message).toMatch(
    /^Счёт нельзя принять: 3\sстроки уже в счёте № ТН-79 от 14\.09\.2026\. Оспорьте их или удалите счёт$/,
  );
  expect((await decide(id, { decision: 'disputed', group: 'repeated' })).body.data).toEqual({ decided: 3 });
  await decide(id, { decision: 'accepted', group: 'ours' });
  expect(await read(id)).toMatchObject({ undecided: 0, disputed: 3, claimable: 7343 });
  expect((await accept(id, { claim: { sum: 7343, note: 'Выставлено дважды' } })).status).toBe(200);
});

test('a line is repeated where another invoice has our sale', async () => {
  await givenSales(api, card, [{ sum: 6543_00, at: '2026-09-02T10:15:00+03:00' }]);
  const first = await load('Р-1', [row('02.09.2026 10:15', '6543')]);
  const { id } = await load('Р-2', [
    row('02.09.2026', '6400', { goods: 'Дизельное топливо' }),
    row('02.09.2026 10:18', '2000', { litres: '30' }),
    row('03.09.2026 10:15', '6543'),
  ]);
  expect(await listLines(id)).toMatchObject([
    { group: 'repeated', other_invoice: { id: first.id } },
    { group: 'theirs', other_invoice: null },
    { group: 'theirs', other_invoice: null },
  ]);
});

test('each line of an invoice answers for one line of another', async () => {
  await load('О-1', [row('02.09.2026', '500')]);
  const { id } = await load('О-2', [row('02.09.2026', '500'), row('02.09.2026', '500')]);
  expect(await listGroups(id)).toEqual(['repeated', 'theirs']);
});

test('a line that is disputed in one invoice may be billed in another', async () => {
  await givenSales(api, card, [{ sum: 6543_00, at: '2026-09-02T10:15:00+03:00' }]);
  const first = await load('Д-1', [row('02.09.2026 10:15', '7000'), row('03.09.2026 10:15', '100')]);
  for (const group of ['different', 'theirs']) await decide(first.id, { decision: 'disputed', group });
  const { id } = await load('Д-2', [row('02.09.2026 10:15', '6543'), row('03.09.2026 10:15', '100')]);
  expect(await listGroups(id)).toEqual(['equal', 'theirs']);
});

test('once the other invoice is removed, its lines are compared anew', async () => {
  await givenSales(api, card, [{ sum: 6543_00, at: '2026-09-02T10:15:00+03:00' }]);
  const report = [row('02.09.2026 10:15', '6543')];
  const first = await load('У-1', report);
  const { id } = await load('У-2', report);
  expect(await listGroups(id)).toEqual(['repeated']);
  expect((await remove(first.id)).status).toBe(200);
  expect((await read(id)).progress).toEqual({ done: 0, total: 1 });
  await compareInvoice(api.ctx, { invoiceId: id });
  expect(await listGroups(id)).toEqual(['equal']);
});

test('a line that was accepted is open again once another invoice is found to have it', async () => {
  const first = await load('П-1', [row('02.09.2026 10:15', '100')]);
  await decide(first.id, { decision: 'disputed', group: 'theirs' });
  const { id } = await load('П-2', [row('02.09.2026 10:15', '100')]);
  await decide(id, { decision: 'accepted', group: 'theirs' });
  const [line] = await listLines(first.id);
  await decide(first.id, { decision: 'accepted', lines: [line?.id] });
  await api.post(`${path}/${id}/compare`, { token: staff.token, json: {} });
  await compareInvoice(api.ctx, { invoiceId: id });
  expect(await listLines(id)).toMatchObject([{ group: 'repeated', decision: null }]);
});

test('an invoice of other days or of another network is no other invoice', async () => {
  const { id } = await load('Н-2', [row('02.09.2026 10:15', '100')], {
    partnerId: 3,
    from: '2026-09-02',
    to: '2026-09-02',
  });
  await load('Н-3', [row('03.09.2026 10:15', '100')], { partnerId: 3, from: '2026-09-03', to: '2026-09-03' });
  await load('Н-4', [row('02.09.2026 10:15', '100')], { partnerId: 2 });
  expect((await read(id)).others).toEqual([]);
  expect(await listGroups(id)).toEqual(['theirs']);
});
