import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import {
  bankFileDocument,
  givenBankFile,
  makeStatement,
  outgoingDocument,
} from '../../../testing/givens/given-bank-file.ts';
import {
  givenNetworkInvoice,
  REPORT_HEADER,
  reportRow,
  type InvoiceInput,
} from '../../../testing/givens/given-network-invoice.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { rnCardEnv, serveRnCard } from '../../../testing/wires/rn-card-wire.ts';
import { sumPaidToNetworks } from '../../money/bank/network-payments.ts';
import { compareInvoice } from './compare-invoice.ts';

let rnCard: Awaited<ReturnType<typeof serveRnCard>>;
let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;
/** A card of its own for each test. */
let card: GivenCard;

beforeAll(async () => {
  rnCard = await serveRnCard();
  api = await startApi({ jobs: false, env: rnCardEnv(rnCard) });
  staff = await givenStaff(api);
  company = await givenCompany(api);
});
afterAll(async () => {
  await api?.stop();
  await rnCard?.stop();
});
beforeEach(async () => {
  card = await givenCard(api, company.id, { balanceKopecks: 100_000_00 });
});

const path = '/staff/api/network-invoices';
const row = (
  time: string,
  sum: string,
  more: { litres?: string; goods?: string; kind?: string; price?: string } = {},
) => reportRow({ card: card.number, time: `${time}`, sum, ...more });

async function load(lines: readonly string[], more: Partial<InvoiceInput> = {}) {
  const answer = await givenNetworkInvoice(api, staff, { lines: [REPORT_HEADER, ...lines], ...more });
  expect(answer.status).toBe(200);
  return answer.body.data as { id: number; state: string; undecided: number; difference: number };
}

const read = async (id: number) => (await api.get(`${path}/${id}`, { token: staff.token })).body.data;
/** The lines of this test's card. */
const listLines = async (id: number, query = '') =>
  (await api.get(`${path}/${id}/lines?q=${card.number}${query}`, { token: staff.token })).body.data as {
    id: number;
    group: string;
    differences: string[];
    row: number | null;
    theirs: { sum: number } | null;
    ours: { sum: number } | null;
    client: { title: string } | null;
    decision: { kind: string; note: string; by: string } | null;
  }[];
const decide = (id: number, json: object) => api.post(`${path}/${id}/decide`, { token: staff.token, json });
const accept = (id: number, json: object = {}) =>
  api.post(`${path}/${id}/accept`, { token: staff.token, json });

describe('lines of a network beside our sales', () => {
  test('are equal where a report has only what the programme pays by its purchase terms', async () => {
    await givenSales(api, card, [
      { sum: 6543_00, at: '2026-09-02T10:15:00+03:00', litres: 100 },
      { sum: 3271_50, at: '2026-09-03T10:15:00+03:00', litres: 50 },
      { sum: 6543_00, at: '2026-09-04T10:15:00+03:00', litres: 100 },
    ]);
    const json = { partner_id: 2, pricing: 'percent', rate: 5, first_day: '2026-09-01', note: 'Договор 5' };
    const second = await givenPerson(api, { staffRole: 'owner' });
    const term = await api.post('/staff/api/purchase-terms', { token: staff.token, json });
    const confirmed = await api.post(`/staff/api/approvals/${term.body.data.approval.id}/confirm`, {
      token: second.token,
    });
    expect(confirmed.status).toBe(200);
    const { id } = await load([
      row('02.09.2026 10:15', '6215,85', { price: '62,16' }),
      // A network that rounds by the litre is a kopeck beside us.
      row('03.09.2026 10:15', '3107,92', { litres: '50', price: '62,16' }),
      row('04.09.2026 10:15', '6000', { price: '60' }),
    ]);
    const lines = await listLines(id);
    expect(lines.map((line) => [line.group, line.differences, line.ours?.sum])).toEqual([
      ['equal', [], 6215.85],
      ['equal', [], 3107.92],
      ['different', ['sum', 'price'], 6543],
    ]);
    const end = { last_day: '2026-09-05', reason: 'Показали' };
    const ended = await api.post(`/staff/api/purchase-terms/${confirmed.body.data.outcome.id}/end`, {
      token: staff.token,
      json: end,
    });
    expect(ended.status).toBeLessThan(300);
  });

  test('are equal, different, only theirs or only ours', async () => {
    await givenSales(api, card, [
      { sum: 6543_00, at: '2026-09-02T10:15:00+03:00' },
      { sum: 3000_00, at: '2026-09-03T10:15:00+03:00', litres: 50 },
      { sum: 2000_00, at: '2026-09-04T10:15:00+03:00', litres: 30 },
      { sum: 1000_00, at: '2026-09-05T10:15:00+03:00', litres: 10 },
      { sum: 500_00, at: '2026-09-05T12:00:00+03:00', litres: 10, refund: true },
    ]);
    const { id, difference } = await load([
      row('02.09.2026 10:20', '6543'),
      row('03.09.2026 10:15', '3100', { litres: '51' }),
      row('06.09.2026 10:15', '700', { litres: '11' }),
      row('05.09.2026 12:00', '-500', { litres: '-10', kind: 'Возврат' }),
      row('04.09.2026 18:00', '2000', { litres: '30' }),
    ]);
    const lines = await listLines(id);
    expect(lines.map((line) => [line.row, line.group, line.differences])).toEqual([
      [2, 'equal', []],
      [3, 'different', ['litres', 'sum']],
      [4, 'theirs', []],
      [5, 'equal', []],
      [6, 'different', ['time']],
      [null, 'ours', []],
    ]);
    expect(lines.map(({ theirs, ours }) => [theirs?.sum ?? null, ours?.sum ?? null])).toEqual([
      [6543, 6543],
      [3100, 3000],
      [700, null],
      [-500, -500],
      [2000, 2000],
      [null, 1000],
    ]);
    expect(lines[2]?.client?.title).toContain(company.inn);
    // Other tests' cards of the network may add sales that only we have.
    const { groups } = await read(id);
    expect(groups.map((item: { group: string }) => item.group)).toEqual([
      'different',
      'theirs',
      'ours',
      'repeated',
      'equal',
    ]);
    expect(groups[0]).toMatchObject({ count: 2, theirs: 5100, ours: 5000, undecided: 2 });
    expect(groups[1]).toMatchObject({ count: 1, theirs: 700, ours: 0 });
    expect(typeof difference).toBe('number');
  });

  test('another fuel, another price and the clock of the station are seen', async () => {
    const address = 'АЗС № 5, Хабаровский край, Хабаровск, Ленина, 1';
    await givenSales(api, card, [
      { sum: 6543_00, at: '2026-09-02T10:15:00+03:00' },
      { sum: 6543_00, at: '2026-09-03T10:15:00+03:00', address },
    ]);
    const { id } = await load([
      row('02.09.2026 10:15', '6543', { goods: 'АИ-95', price: '70,00' }),
      row('03.09.2026 17:15', '6543', { goods: 'Дизельное топливо' }),
    ]);
    const [fuel, local] = await listLines(id);
    expect(fuel).toMatchObject({ group: 'different', differences: ['price', 'goods'] });
    expect(local).toMatchObject({ group: 'equal' });
  });

  test('a sale at the edge of the period belongs to the invoice that has it', async () => {
    await givenSales(api, card, [{ sum: 6543_00, at: '2026-09-07T23:58:00+03:00' }]);
    const edge = [row('08.09.2026 00:01', '6543')];
    const first = await load(edge, { from: '2026-09-08', to: '2026-09-09' });
    expect(await listLines(first.id)).toMatchObject([{ group: 'equal' }]);
    const before = await load([row('07.09.2026 01:00', '10')], { from: '2026-09-06', to: '2026-09-07' });
    expect(await listLines(before.id)).toMatchObject([{ group: 'theirs' }]);
  });
});

test('a long report is stored at once and compared by a job', async () => {
  await givenSales(api, card, [{ sum: 6543_00, at: '2026-09-02T10:15:00+03:00' }]);
  const unknown = reportRow({ card: '7005830000009999', time: '03.09.2026 10:15', sum: '1' });
  const rows = [row('02.09.2026 10:15', '6543'), ...Array.from({ length: 2000 }, () => unknown)];
  const { id } = await load(rows);
  expect(await read(id)).toMatchObject({ state: 'checking', progress: { done: 0, total: 2001 } });
  expect(await listLines(id)).toEqual([]);
  expect((await accept(id)).body.message).toContain('ещё сверяется');
  await compareInvoice(api.ctx, { invoiceId: id });
  expect(await read(id)).toMatchObject({ progress: null });
  expect(await listLines(id)).toMatchObject([{ group: 'equal' }]);
});

describe('differences of an invoice', () => {
  test('are accepted or disputed with a note, and then the invoice is accepted', async () => {
    await givenSales(api, card, [{ sum: 3000_00, at: '2026-09-03T10:15:00+03:00', litres: 50 }]);
    const { id } = await load([row('03.09.2026 10:15', '3100', { litres: '50' }), row('05.09.2026', '700')]);
    const [different, theirs] = await listLines(id);
    expect((await accept(id)).body.message).toContain('не решено расхождений');
    expect((await decide(id, { decision: 'accepted', lines: [different?.id], note: '' })).status).toBe(400);
    const disputed = { decision: 'disputed', lines: [different?.id], note: 'Цена не по договору' };
    expect((await decide(id, disputed)).body.data).toEqual({ decided: 1 });
    for (const group of ['theirs', 'ours'])
      await decide(id, { decision: 'accepted', group, note: 'Проверено по чекам' });
    expect(await read(id)).toMatchObject({ state: 'disputed', undecided: 0, disputed: 1 });
    expect((await accept(id)).body.message).toContain('в споре');
    expect((await listLines(id, '&decision=disputed'))[0]).toMatchObject({
      decision: { kind: 'disputed', note: 'Цена не по договору' },
    });
    await decide(id, { ...disputed, decision: 'accepted', note: 'Сеть прислала доп. соглашение' });
    expect((await accept(id)).body.data).toMatchObject({ state: 'accepted' });
    expect((await accept(id)).status).toBe(409);
    expect((await decide(id, { decision: 'disputed', lines: [theirs?.id], note: 'поздно' })).status).toBe(
      409,
    );
    expect((await api.delete(`${path}/${id}`, { token: staff.token, json: { note: 'x' } })).status).toBe(409);
  });

  test('an equal line has nothing to decide, another invoice’s line is not reached', async () => {
    await givenSales(api, card, [{ sum: 6543_00, at: '2026-09-02T10:15:00+03:00' }]);
    const { id } = await load([row('02.09.2026 10:15', '6543')]);
    const other = await load([row('09.09.2026 10:15', '5')], { number: 'Другой' });
    const [equal] = await listLines(id);
    const [foreign] = await listLines(other.id);
    expect(equal?.group).toBe('equal');
    for (const line of [equal, foreign])
      expect((await decide(id, { decision: 'accepted', lines: [line?.id], note: 'да' })).status).toBe(409);
  });

  test('a decision stays when the invoice is compared once more', async () => {
    const { id } = await load([row('03.09.2026 10:15', '6543')]);
    const [line] = await listLines(id);
    await decide(id, { decision: 'disputed', lines: [line?.id], note: 'Нет такой заправки' });
    await givenSales(api, card, [{ sum: 6543_00, at: '2026-09-03T10:15:00+03:00' }]);
    const again = await api.post(`${path}/${id}/compare`, { token: staff.token, json: {} });
    expect(again.body.data.progress).toEqual({ done: 0, total: 1 });
    expect((await accept(id)).body.message).toContain('ещё сверяется');
    await compareInvoice(api.ctx, { invoiceId: id });
    expect(await listLines(id)).toMatchObject([{ group: 'equal', decision: { kind: 'disputed' } }]);
    expect(await read(id)).toMatchObject({ progress: null, disputed: 0 });
  });

  test('a network that lists past days is asked again, another one is not', async () => {
    const own = await givenCard(api, company.id, { partnerId: 1, balanceKopecks: 10_000_00 });
    card = own;
    const { id } = await load([row('12.09.2026 10:15', '500', { litres: '10', price: '50' })], {
      partnerId: 1,
    });
    const [line] = await listLines(id);
    rnCard.memory.operations.push({
      Code: 'late-of-invoice',
      Date: '2026-09-12T10:15:00',
      Card: own.number,
      Type: 11,
      GName: 'ДТ',
      Value: -10,
      Price: 50,
      Sum: -500,
      Address: 'Химки',
    });
    const asked = await decide(id, { decision: 'requested', lines: [line?.id], note: 'Нет в ленте' });
    expect(asked.body.data).toEqual({ decided: 1 });
    await compareInvoice(api.ctx, { invoiceId: id, ask: true });
    expect((await listLines(id))[0]).toMatchObject({ group: 'equal', decision: { kind: 'requested' } });

    card = await givenCard(api, company.id);
    const other = await load([row('12.09.2026 10:15', '500')]);
    const [unknown] = await listLines(other.id);
    const refused = await decide(other.id, { decision: 'requested', lines: [unknown?.id], note: 'x' });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('не отдаёт продажи прошлых дней');
  });

  test('an invoice that was loaded by mistake is removed, and its number is free again', async () => {
    const { id } = await load([row('03.09.2026 10:15', '1')], { number: 'Лишний' });
    expect((await api.delete(`${path}/${id}`, { token: staff.token, json: {} })).status).toBe(400);
    const removed = await api.delete(`${path}/${id}`, { token: staff.token, json: { note: 'Не тот файл' } });
    expect(removed.status).toBe(200);
    expect((await api.get(`${path}/${id}`, { token: staff.token })).status).toBe(404);
    await load([row('03.09.2026 10:15', '1')], { number: 'Лишний' });
  });

  test('only those who handle money decide; every member of the staff reads', async () => {
    const { id } = await load([row('03.09.2026 10:15', '1')]);
    const auditor = await givenPerson(api, { staffRole: 'auditor' });
    expect((await api.get(`${path}/${id}`, { token: auditor.token })).status).toBe(200);
    const json = { decision: 'accepted', group: 'theirs', note: 'да' };
    expect((await api.post(`${path}/${id}/decide`, { token: auditor.token, json })).status).toBe(403);
    expect((await api.get(`${path}/${id}`, { token: company.admin.token })).status).toBe(404);
  });
});

describe('payments to a network', () => {
  const PARTNER = 3;
  const INN = '5047123455';
  const supplier = async () =>
    (await api.get(path, { token: staff.token })).body.meta.networks.find(
      (item: { partner_id: number }) => item.partner_id === PARTNER,
    );
  const setSupplier = (partnerId: number, json: object) =>
    api.put(`/staff/api/partners/${partnerId}/supplier`, { token: staff.token, json });
  const pay = (sum: string, number: string) =>
    givenBankFile(api, staff, makeStatement(outgoingDocument({ inn: INN, sum, number })));

  test('are laid on its invoices, the oldest first, and the rest is an advance', async () => {
    expect((await setSupplier(PARTNER, { inn: '5047123456' })).status).toBe(400);
    expect((await setSupplier(PARTNER, { inn: INN, payment_days: 10 })).status).toBe(200);
    expect((await setSupplier(1, { inn: INN })).body.error_messages?.inn?.[0]).toContain('уже у сети');
    const of = { partnerId: PARTNER };
    const newer = await load([row('03.09.2026 10:15', '1')], {
      ...of,
      sum: '2000',
      vat: '0',
      date: '2026-09-12',
      number: 'B',
    });
    const older = await load([row('04.09.2026 10:15', '1')], {
      ...of,
      sum: '1000',
      vat: '0',
      date: '2026-09-05',
      number: 'A',
    });
    expect(await supplier()).toMatchObject({
      invoiced: 3000,
      paid: 0,
      owed: 3000,
      unaccepted: 3000,
      due: '2026-09-15',
    });

    expect((await pay('1500.00', '71')).status).toBe(200);
    expect(await supplier()).toMatchObject({
      paid: 1500,
      owed: 1500,
      unaccepted: 1500,
      advance: 0,
      due: '2026-09-22',
    });
    expect([(await read(older.id)).paid, (await read(newer.id)).paid]).toEqual([1000, 500]);
    expect((await read(newer.id)).due).toBe('2026-09-22');

    await decide(older.id, { decision: 'accepted', group: 'theirs', note: 'да' });
    expect((await accept(older.id)).body.data).toMatchObject({ state: 'paid' });
    expect(await supplier()).toMatchObject({ owed: 1500, unaccepted: 1500 });
    // The same payment in another file is the same payment.
    await pay('1500.00', '71');
    await pay('2000.00', '72');
    expect(await supplier()).toMatchObject({ paid: 3500, owed: 0, advance: 500, due: null });
    const days = ['2026-09-14', '2026-09-15'];
    const sums = await Promise.all(days.map((day) => sumPaidToNetworks(api.ctx.db.system, day)));
    expect(sums.map((sum) => sum.get(PARTNER))).toEqual([undefined, 3500_00]);
  });

  test('what is disputed is claimed back, and the refund of the network closes the claim', async () => {
    await setSupplier(PARTNER, { inn: INN, payment_days: 10 });
    const before = await supplier();
    const of = { partnerId: PARTNER, sum: '1000', vat: '0', date: '2026-09-12' };
    const { id } = await load([row('03.09.2026 10:15', '700'), row('04.09.2026 10:15', '300')], {
      ...of,
      number: 'C',
    });
    const [right, wrong] = await listLines(id);
    const claim = { sum: 300, note: 'Заправки не было, письмо 12' };
    await decide(id, { decision: 'accepted', lines: [right?.id], note: 'Чек есть' });
    await decide(id, { decision: 'disputed', lines: [wrong?.id], note: 'Нет такой заправки' });
    expect(await read(id)).toMatchObject({ claim: null, claimable: 300, agreed: 1000, state: 'disputed' });
    expect((await accept(id)).body.message).toContain('в споре');
    expect((await accept(id, { claim: { ...claim, sum: 1000.01 } })).status).toBe(400);
    expect((await accept(id, { claim: { sum: 300 } })).status).toBe(400);
    expect((await accept(id, { claim })).body.data).toMatchObject({ agreed: 700, disputed: 1 });
    expect((await accept(id, { claim })).status).toBe(409);
    const made = (await read(id)).claim;
    expect(made).toMatchObject({ sum: 300, returned: 0, state: 'open', note: claim.note });
    const claims = [{ id: made.id, sum: 300, returned: 0, invoice_number: 'C' }];
    expect(await supplier()).toMatchObject({ invoiced: before.invoiced + 700, claims });
    const agreed = await load([row('03.09.2026 10:15', '1')], { ...of, number: 'D' });
    await decide(agreed.id, { decision: 'accepted', group: 'theirs', note: 'да' });
    expect((await accept(agreed.id, { claim })).status).toBe(409);

    await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn: INN, sum: '300.00' })));
    const [payment] = (await api.get('/staff/api/payments?state=waiting', { token: staff.token })).body.data;
    const refund = `/staff/api/payments/${payment.id}/network-refund`;
    const book = (json: object) =>
      api.post(refund, {
        token: staff.token,
        json: { partner_id: PARTNER, note: 'Ответ на претензию', ...json },
      });
    for (const json of [{ claim_id: 999_999 }, { claim_id: made.id, kind: 'bonus' }, { kind: 'gift' }])
      expect((await book(json)).status, JSON.stringify(json)).toBe(400);
    expect((await book({ claim_id: made.id, partner_id: 2 })).body.error_messages).toHaveProperty('claim_id');
    expect((await book({ claim_id: made.id })).body.data).toMatchObject({ state: 'network' });
    expect((await read(id)).claim).toMatchObject({ state: 'returned', returned: 300 });
    expect(await supplier()).toMatchObject({ paid: before.paid - 300, bonuses: 0, claims: [] });

    const undo = { token: staff.token, json: { note: 'Это премия' } };
    expect((await api.post(`${refund}/undo`, undo)).status).toBe(200);
    expect((await read(id)).claim).toMatchObject({ state: 'open', returned: 0 });
    expect((await book({ kind: 'bonus' })).status).toBe(200);
    expect(await supplier()).toMatchObject({ paid: before.paid, bonuses: 300, claims });
    const books = (await api.get('/staff/api/books', { token: staff.token })).body.data;
    expect(books.networks.find((item: { partner_id: number }) => item.partner_id === PARTNER)).toMatchObject({
      paid: before.paid,
      bonuses: 300,
    });
    expect(books.difference).toBe(0);

    const end = (json: object, token = staff.token) =>
      api.post(`/staff/api/network-claims/${made.id}/end`, { token, json });
    const auditor = await givenPerson(api, { staffRole: 'auditor' });
    expect((await end({ outcome: 'withdrawn', note: 'x' }, auditor.token)).status).toBe(403);
    expect((await end({ outcome: 'returned', note: 'x' })).status).toBe(400);
    expect((await end({ outcome: 'withdrawn' })).status).toBe(400);
    expect((await end({ outcome: 'withdrawn', note: 'Чек нашёлся' })).body.data).toMatchObject({
      state: 'withdrawn',
      end_note: 'Чек нашёлся',
    });
    expect((await end({ outcome: 'offset', note: 'x' })).status).toBe(409);
    expect(await read(id)).toMatchObject({ agreed: 1000, claim: { state: 'withdrawn' } });
    const unknown = { token: staff.token, json: { outcome: 'offset', note: 'x' } };
    expect((await api.post('/staff/api/network-claims/999999/end', unknown)).status).toBe(404);
  });

  test('from before the network had an INN count as well', async () => {
    const inn = '500100732259';
    await givenBankFile(api, staff, makeStatement(outgoingDocument({ inn, sum: '77.00', number: '81' })));
    await setSupplier(4, { inn });
    const { networks } = (await api.get(path, { token: staff.token })).body.meta;
    const found = networks.find((item: { partner_id: number }) => item.partner_id === 4);
    expect(found).toMatchObject({ paid: 77, advance: 77, due: null });
  });
});
