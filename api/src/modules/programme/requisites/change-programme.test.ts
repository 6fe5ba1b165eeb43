import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import {
  bankFileDocument,
  givenBankFile,
  givenInvoice,
  makeStatement,
  OWN_ACCOUNT,
} from '../../../testing/givens/given-bank-file.ts';
import { givenOrder } from '../../../testing/givens/given-order.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { readPdfText } from '../../../testing/read-pdf-text.ts';
import { findInForce } from './programme-book.ts';
import type { DatedValue } from './programme-values.ts';

const PATH = '/staff/api/programme';
const OLD = { name: 'ООО «Магистраль»', inn: '7712345671' };
const REQUISITES = {
  part: 'requisites',
  legal_name: 'ООО «Новый Путь»',
  inn: '7707083893',
  kpp: '770701001',
  ogrn: '1027700132195',
  address: '117312, г. Москва, ул. Вавилова, д. 19',
  phone: '8 800 100-20-30',
  director: 'Иванов И. П.',
  signatory_position: 'Генеральный директор',
  signatory_name: 'Иванов Иван Петрович',
};
const NEW_ACCOUNT = '40702810800000000001';
const ACCOUNTS = {
  part: 'accounts',
  account: NEW_ACCOUNT,
  bik: '044525593',
  bank: 'АО «АЛЬФА-БАНК»',
  corr_account: '30101810200000000593',
  other_accounts: [{ account: OWN_ACCOUNT, bik: '044525225' }],
};

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});
afterAll(() => api.stop());

const propose = (json: object, { token } = staff): Promise<ApiResponse> => api.put(PATH, { token, json });
const read = async (part: string) => (await api.get(PATH, { token: staff.token })).body.data[part];
const current = async (part: string) =>
  (await read(part)).find(({ state }: { state: string }) => state === 'current');

async function change(json: object): Promise<ApiResponse> {
  const waiting = await propose(json);
  expect([waiting.status, waiting.body.message]).toEqual([202, undefined]);
  return api.confirm(waiting);
}

describe('what the programme is', () => {
  test('begins with the operator’s file and is read by every member of the staff', async () => {
    const auditor = await givenPerson(api, { staffRole: 'auditor' });
    const { body } = await api.get(PATH, { token: auditor.token });
    expect(body.data.name[0]).toMatchObject({
      value: { name: 'Магистраль' },
      first_day: null,
      state: 'current',
      entered_by: null,
    });
    expect(body.data.requisites[0].value).toMatchObject({ legal_name: OLD.name, inn: OLD.inn });
    expect(body.data.accounts[0].value).toMatchObject({ account: OWN_ACCOUNT });
    expect(
      body.data.vat.map(({ first_day, value }: { first_day: string; value: object }) => [first_day, value]),
    ).toEqual([
      ['2026-01-01', { percent: 22, scheme: 'general' }],
      ['2019-01-01', { percent: 20, scheme: 'general' }],
    ]);
  });

  test('is changed by who handles money, and by two people', async () => {
    for (const role of ['operator', 'support', 'auditor'] as const) {
      const { token } = await givenPerson(api, { staffRole: role });
      expect((await api.put(PATH, { token, json: { part: 'objections', days: 12 } })).status).toBe(403);
    }
    const waiting = await propose({ part: 'objections', days: 12, note: 'Договор' });
    expect(waiting.status).toBe(202);
    expect((await current('objections')).value).toEqual({ days: 10 });
    const { data } = (await api.get('/staff/api/approvals?about=programme', { token: staff.token })).body;
    expect(data[0]).toMatchObject({ title: 'Изменить: Срок возражений', obstacle: expect.any(String) });
    expect(data[0].details).toContainEqual({
      title: 'Срок возражений',
      value: '12 рабочих дн. (было: 10 рабочих дн.)',
    });
    expect((await propose({ part: 'objections', days: 13 })).status).toBe(409);
    expect((await api.confirm(waiting)).status).toBe(200);
    expect(await current('objections')).toMatchObject({ value: { days: 12 }, note: 'Договор' });
    const log = await api.get('/staff/api/audit?action=programme-changed', { token: staff.token });
    expect(log.body.data[0]).toMatchObject({ before: { days: 10 }, after: { days: 12 } });
  });

  test('its name is on pages, in the letters’ head and in messages from that day on', async () => {
    const tomorrow = '2026-09-16';
    expect((await change({ part: 'name', name: 'Дорога', first_day: tomorrow })).status).toBe(200);
    const name = async () => (await api.get('/api/operator')).body.data.name;
    expect(await name()).toBe('Магистраль');
    expect((await read('name')).map(({ state }: { state: string }) => state)).toEqual(['planned', 'current']);
    api.clock.setTo('2026-09-15T21:00:01Z');
    expect(await name()).toBe('Дорога');
    expect((await read('name')).map(({ state }: { state: string }) => state)).toEqual(['current', 'past']);
    const person = await givenPerson(api);
    await api.get('/api/sms', { token: person.token });
    expect(api.ctx.outbox?.messages(person.phone)[0]?.text).toContain('Дорога');
  });
});

describe('a change is refused', () => {
  test.each([
    ['inn', { ...REQUISITES, inn: '7707083894' }],
    ['ogrn', { ...REQUISITES, ogrn: '1027700132196' }],
    ['kpp', { ...REQUISITES, kpp: '' }],
    ['signatory_name', { ...REQUISITES, signatory_name: 'Иванов И. П.' }],
    ['account', { ...ACCOUNTS, account: '40702810800000000002' }],
    ['corr_account', { ...ACCOUNTS, corr_account: '30101810400000000226' }],
    [
      'other_accounts',
      { ...ACCOUNTS, other_accounts: [{ account: '40702810200000000002', bik: '044525225' }] },
    ],
    ['scheme', { part: 'vat', scheme: 'usn-9', percent: 22 }],
    ['percent', { part: 'vat', scheme: 'general', percent: 0 }],
    ['prefix', { part: 'invoices', prefix: 'м-', due_days: 5 }],
    ['due_days', { part: 'invoices', prefix: 'М-', due_days: 0 }],
    ['days', { part: 'objections', days: 61 }],
    ['part', { part: 'colour', name: 'Жёлтая' }],
    ['first_day', { part: 'name', name: 'Дорога 2', first_day: '2026-09-01' }],
  ])('on its field: %s', async (field, json) => {
    const refused = await propose(json);
    expect([refused.status, Object.keys(refused.body.error_messages ?? {})]).toEqual([400, [field]]);
  });

  test('where it changes nothing that staff have entered', async () => {
    const { value } = await current('objections');
    expect((await propose({ part: 'objections', ...value })).status).toBe(409);
  });

  test('VAT of the operator’s file is confirmed as it is, and is then staff’s own', async () => {
    const vat = { part: 'vat', scheme: 'general', percent: 22 };
    expect((await change(vat)).status).toBe(200);
    expect(await current('vat')).toMatchObject({ value: { percent: 22 }, entered_by: expect.any(String) });
    expect((await propose(vat)).status).toBe(409);
  });
});

describe('a document has what counts on its day', () => {
  let company: GivenCompany;
  const bill = async (id: number) =>
    readPdfText((await api.get(`/api/cardsRequest/${id}/bill`, { token: company.admin.token })).bytes);
  const invoice = async (id: number) =>
    readPdfText((await api.get(`/api/invoices/${id}/download`, { token: company.admin.token })).bytes);

  test('invoices and bills of the day before keep theirs, later ones have the new', async () => {
    company = await givenCompany(api);
    const before = await givenInvoice(api, company, 1000);
    const ordered = await givenOrder(api, company.admin);
    const today = await propose({ ...REQUISITES, first_day: '2026-09-16' });
    expect([today.status, today.body.message]).toEqual([
      400,
      'Сегодня уже есть счета, документы или заправки: начните с завтрашнего дня',
    ]);
    expect((await change(REQUISITES)).status).toBe(200);
    expect((await change(ACCOUNTS)).status).toBe(200);
    expect((await read('requisites'))[0]).toMatchObject({ first_day: '2026-09-17', state: 'planned' });
    const papersBefore = [await invoice(before.id), await bill(ordered.id)];
    for (const text of papersBefore) expect(text).toContain(OLD.inn);
    expect(papersBefore[0]).toContain(OWN_ACCOUNT);

    api.clock.setTo('2026-09-17T06:00:00Z');
    expect(await invoice(before.id)).toBe(papersBefore[0]);
    expect(await bill(ordered.id)).toBe(papersBefore[1]);
    const after = await givenInvoice(api, company, 2000);
    const laterOrder = await givenOrder(api, company.admin);
    const papersAfter = [await invoice(after.id), await bill(laterOrder.id)];
    for (const text of papersAfter) {
      expect(text).toContain(REQUISITES.inn);
      expect(text).not.toContain(OLD.inn);
    }
    expect(papersAfter[0]).toContain(NEW_ACCOUNT);
    const { data } = (await api.get(`/api/invoices/${after.id}/payment`, { token: company.admin.token }))
      .body;
    expect(data.payee).toMatchObject({ account: NEW_ACCOUNT, inn: REQUISITES.inn });
  });

  test('a statement of the account before the change is still loaded', async () => {
    const loaded = await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn: company.inn })));
    expect([loaded.status, loaded.body.data.credited]).toEqual([200, 1]);
  });

  test('the prefix of invoices stays once there is one, their term does not', async () => {
    const refused = await propose({ part: 'invoices', prefix: 'П-', due_days: 5 });
    expect(refused.body.error_messages).toEqual({
      prefix: ['Счета уже выставлены, их номера начинаются с «М-»'],
    });
    expect((await change({ part: 'invoices', prefix: 'М-', due_days: 9 })).status).toBe(200);
    api.clock.setTo('2026-09-18T06:00:00Z');
    await givenInvoice(api, company, 3000);
    const { data } = (await api.get('/api/invoices', { token: company.admin.token })).body;
    expect(data[0].payment_due_date.date).toBe('2026-09-27');
  });

  test('УПД of a month before the change name the seller and the VAT of their day', async () => {
    const card = await givenCard(api, company.id, { partnerId: PARTNER.rn, balanceKopecks: 50_000_00 });
    await givenSales(api, card, [{ sum: 122_00, at: '2026-09-18T06:00:00Z' }]);
    expect(
      (await change({ part: 'vat', scheme: 'without', percent: 22, first_day: '2026-10-01' })).status,
    ).toBe(200);
    const name = 'ООО «Третий Путь»';
    expect((await change({ ...REQUISITES, legal_name: name, first_day: '2026-10-15' })).status).toBe(200);
    const seller = async (month: string) => {
      expect((await closeMonth(api, staff, month, OVERRIDE_ALL)).status).toBe(200);
      const { data } = (await api.get('/api/doc?year=2026', { token: company.admin.token })).body;
      const { id } = data[month].find(({ kind }: { kind: string }) => kind === 'upd');
      return readPdfText((await api.get(`/api/doc/${id}/download`, { token: company.admin.token })).bytes);
    };
    const september = await seller('2026-09');
    expect(september).toContain(REQUISITES.legal_name);
    expect(september).toMatch(/22\s%/);
    await givenSales(api, card, [{ sum: 100_00, at: '2026-10-16T06:00:00Z' }]);
    const october = await seller('2026-10');
    expect(october).toContain(name);
    expect(october).toMatch(/без\sНДС/i);
  });
});

test('another process knows a change when it has read again', async () => {
  const other = await startApi({
    jobs: false,
    databaseUrl: api.databaseUrl,
    overrides: { clock: api.clock },
  });
  expect((await change({ part: 'name', name: 'Тракт' })).status).toBe(200);
  api.clock.advanceSeconds(86_400);
  expect(other.ctx.programme.today().name).toBe('Дорога');
  await other.ctx.programme.reread();
  expect(other.ctx.programme.today().name).toBe('Тракт');
  await other.stop();
});

test('the file decides at the first start alone', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'magistral-programme-'));
  const file = path.join(folder, 'operator.json');
  writeFileSync(
    file,
    JSON.stringify({ ...JSON.parse(readFileSync('operator.json', 'utf8')), name: 'Обочина' }),
  );
  const later = await startApi({
    jobs: false,
    databaseUrl: api.databaseUrl,
    env: { OPERATOR_FILE: file },
    overrides: { clock: api.clock },
  });
  expect(later.ctx.programme.today().name).toBe('Тракт');
  await later.stop();
  const first = await startApi({ jobs: false, env: { OPERATOR_FILE: file } });
  expect(first.ctx.programme.today().name).toBe('Обочина');
  await first.stop();
  rmSync(folder, { recursive: true });
});

test('the value with the latest first day counts, of one day the one entered last', () => {
  const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-09-${String(number).padStart(2, '0')}`);
  const entered = fc.array(fc.record({ firstDay: fc.option(day), days: fc.nat(60) }), { minLength: 1 });
  fc.assert(
    fc.property(entered, day, (changes, asked) => {
      const stored = changes
        .map(({ firstDay, days }): DatedValue => ({
          part: 'objections',
          firstDay,
          value: { objectionDays: days },
        }))
        // The database lists them so: by first day, those of one day as they were entered.
        .toSorted((a, b) => (a.firstDay ?? '').localeCompare(b.firstDay ?? ''));
      const started = stored.filter(({ firstDay }) => (firstDay ?? '') <= asked);
      expect(findInForce(stored, 'objections', asked)).toBe(started.at(-1) ?? stored[0]);
    }),
  );
});
