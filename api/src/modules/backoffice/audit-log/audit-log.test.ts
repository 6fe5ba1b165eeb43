import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordEvent } from '../../../audit/record-event.ts';
import { runAsWork, createWork } from '../../../lib/current-work.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';

let api: TestApi;
let staff: GivenPerson;
let ours: GivenCompany;
let theirs: GivenCompany;
let card: { id: number; number: string };

interface Event {
  id: number;
  action: string;
  title: string;
  actor: { id: number | null; name: string; role: string | null };
  company: { id: number } | null;
  targets: { kind: string; id: number; title: string }[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  changes: { label: string; before: string | null; after: string | null }[];
  address: string | null;
  device: string | null;
  request_id: string | null;
  parts: { id: number; title: string }[];
  parts_total: number;
  part_of: number | null;
}

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
  ours = await givenCompany(api);
  theirs = await givenCompany(api);
  card = await givenCard(api, ours.id);
  await comment(ours.admin.token, card.id, 'Наша');
  const other = await givenCard(api, theirs.id);
  await comment(theirs.admin.token, other.id, 'Их');
});
afterAll(() => api.stop());

async function comment(token: string, cardId: number, text: string): Promise<string | null> {
  const answer = await api.post(`/api/card/${cardId}/setComment`, { token, json: { comment: text } });
  expect(answer.status).toBe(200);
  return answer.headers.get('x-request-id');
}

async function log(path: string, token: string): Promise<Event[]> {
  const answer = await api.get(path, { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

describe('the log for staff', () => {
  test('the log shows who did what to which card, with role, address and request', async () => {
    const requestId = await comment(ours.admin.token, card.id, 'Ещё раз');
    const [event] = await log(`/staff/api/audit?target=card:${card.id}`, staff.token);
    expect(event).toMatchObject({
      action: 'setCardComment',
      title: 'Изменён комментарий карты',
      actor: { id: ours.admin.id, name: 'Анна Дорожкина', role: 'Админ' },
      company: { id: ours.id },
      targets: [{ kind: 'card', id: card.id, title: `Карта ••\u00a0${card.number.slice(-4)}` }],
      after: { comment: 'Ещё раз' },
      address: '127.0.0.1',
      request_id: requestId,
    });
  });

  test('a distribution of 150.50 rubles is shown in rubles with its network', async () => {
    const { id, admin } = await givenCompany(api, { unallocatedKopecks: 1000_00 });
    const json = { accounts: [{ partner_id: 2, sum: 150.5 }] };
    expect((await api.post(`/api/client/${id}/accounts`, { token: admin.token, json })).status).toBe(200);
    const [event] = await log(`/staff/api/audit?company=${id}&action=distribute`, staff.token);
    expect(event?.changes.map(({ label, before, after }) => [label, before, after].join(' | '))).toEqual(
      [
        'Нераспределённые | 1 000,00 ₽ | 849,50 ₽',
        'На счёте сети Газпромнефть | 0,00 ₽ | 150,50 ₽',
        'По сетям |  | Газпромнефть: 150,50 ₽',
      ].map((text) => text.replaceAll(/(\d) (?=[\d₽])/g, '$1\u00a0')),
    );
  });

  test.each([
    ['company', () => String(ours.id)],
    ['company', () => ours.inn],
    ['company', () => `Перевозчик ${ours.inn}`],
    ['actor', () => String(ours.admin.id)],
    ['actor', () => ours.admin.phone],
    ['target', () => card.number],
    ['target', () => String(card.id)],
  ])('the log filters by %s', async (name, value) => {
    const query = new URLSearchParams({ [name]: value(), action: 'setCardComment' });
    const found = await log(`/staff/api/audit?${query}`, staff.token);
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map((event) => event.company?.id))).toEqual(new Set([ours.id]));
  });

  describe('narrowed down by digits', () => {
    const of = async (target: string) =>
      (await log(`/staff/api/audit?target=${target}&action=setCardComment`, staff.token)).length;

    test('a search by the last four digits finds a card', async () => {
      expect(await of(card.number.slice(-4))).toBeGreaterThan(0);
    });

    test('a search by fewer digits finds only what has that id', async () => {
      const end = card.number.slice(-1);
      expect(await of(end)).toBe(await of(`card:${end}`));
    });
  });

  test('the log filters by Moscow days, both included, and refuses a reversed period', async () => {
    const of = (from: string, to: string) =>
      api.get(`/staff/api/audit?from=${from}&to=${to}`, { token: staff.token });
    expect((await of('2026-09-15', '2026-09-15')).body.data.length).toBeGreaterThan(0);
    expect((await of('2026-09-16', '2026-09-17')).body.data).toEqual([]);
    expect((await of('2026-09-17', '2026-09-16')).status).toBe(400);
  });

  test('the log takes any text in its filters without a fault, and any page number', async () => {
    for (const name of ['actor', 'company', 'target', 'action'])
      for (const input of [`'`, '%', '_', '\\', 'card:', '99999999999999999999', '🚚'])
        expect(await log(`/staff/api/audit?${new URLSearchParams({ [name]: input })}`, staff.token)).toEqual(
          [],
        );
    expect((await api.get('/staff/api/audit?page=201', { token: staff.token })).status).toBe(400);
    expect((await api.get('/staff/api/audit?actor=%00', { token: staff.token })).status).toBe(400);
  });

  test('the log’s pages leave no row out and show none twice', async () => {
    for (let at = 0; at < 60; at += 1) await comment(ours.admin.token, card.id, `Раз ${at}`);
    const of = (page: number) => log(`/staff/api/audit?company=${ours.id}&page=${page}`, staff.token);
    const [first, second] = [await of(1), await of(2)];
    expect(first).toHaveLength(50);
    const ids = [...first, ...second].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  });

  test('the log does not exist for a customer', async () => {
    for (const path of ['/staff/api/audit', '/staff/api/audit/workbook', '/staff/api/audit/lines'])
      expect((await api.get(path, { token: ours.admin.token })).status).toBe(404);
  });
});

describe('lines of one request', () => {
  const after = { n: 1 };
  const record = (
    what: 'month-closed' | 'letter-chosen' | 'webhook-created',
    requestId: string,
    companyId: number,
  ) =>
    runAsWork(createWork('anything', { requestId, companyId, actor: 'test' }), () =>
      recordEvent(api.ctx.db.system, { at: api.clock.now(), what, companyId, after }),
    );
  let company: GivenCompany;
  beforeAll(async () => {
    company = await givenCompany(api);
    await record('month-closed', 'press-one', company.id);
    await record('letter-chosen', 'press-one', company.id);
    await record('webhook-created', 'press-two', company.id);
    await record('letter-chosen', 'press-one', company.id);
  });

  test('rows of one request are one line with its parts when folded', async () => {
    const found = await log('/api/audit?folded=1', company.admin.token);
    expect(found.map(({ action, parts }) => [action, parts.map(({ title }) => title)])).toEqual([
      ['webhook-created', []],
      ['month-closed', ['Изменена подписка на письма', 'Изменена подписка на письма']],
    ]);
    const answer = await api.get('/api/audit?folded=1', { token: company.admin.token });
    expect(answer.body.meta.pagination.total).toBe(2);
  });

  test('stand each by itself when not folded, as before', async () => {
    const found = await log('/api/audit', company.admin.token);
    expect(found.map(({ action, parts }) => [action, parts])).toEqual([
      ['letter-chosen', []],
      ['webhook-created', []],
      ['letter-chosen', []],
      ['month-closed', []],
    ]);
  });

  test('rows of one request are found by a part, which opens under its main row', async () => {
    const found = await log('/api/audit?folded=1&action=letter-chosen', company.admin.token);
    expect(found.map(({ action, parts_total }) => [action, parts_total])).toEqual([['month-closed', 2]]);
  });

  test('rows of one request are marked in the files with the number of their main line', async () => {
    const { bytes } = await api.get('/api/audit/lines', { token: company.admin.token });
    const lines = bytes.toString('utf8').trim().split('\n');
    const [last, second, middle, first] = lines.map((line) => JSON.parse(line) as Event);
    expect([first, second, middle, last].map((line) => line?.part_of)).toEqual([
      null,
      null,
      first?.id,
      first?.id,
    ]);
    const workbook = await api.get('/api/audit/workbook', { token: company.admin.token });
    const text = Object.values(unzipSync(workbook.bytes))
      .map((part) => Buffer.from(part).toString('utf8'))
      .join('');
    expect(text).toContain('Часть записи');
    expect(text).toContain(`№ ${first?.id}`);
  });

  test('rows of another company’s request are no part of it', async () => {
    await record('webhook-created', 'press-one', theirs.id);
    const [event] = await log('/api/audit?folded=1&action=month-closed', company.admin.token);
    expect(event?.parts_total).toBe(2);
  });
});

test('the log leaves out what jobs have done, or shows that alone', async () => {
  const { id: companyId, admin } = await givenCompany(api);
  const record = (actor: string | null, what: 'letter-chosen' | 'webhook-created' | 'month-closed') =>
    runAsWork(createWork('anything', { companyId, actor }), () =>
      recordEvent(api.ctx.db.system, { at: api.clock.now(), what, companyId }),
    );
  await record('job: poll-network', 'webhook-created');
  await record('key: 1С', 'letter-chosen');
  await record(null, 'month-closed');
  const actions = async (by: string) =>
    (await log(`/api/audit?by=${by}`, admin.token)).map(({ action }) => action);
  expect(await actions('people')).toEqual(['month-closed', 'letter-chosen']);
  expect(await actions('jobs')).toEqual(['webhook-created']);
  expect(await actions('')).toHaveLength(3);
  expect((await api.get('/api/audit?by=robots', { token: admin.token })).status).toBe(400);
});

describe('the log of a company', () => {
  test('a company’s log has the rows of its own company, whatever the filter', async () => {
    const found = await log('/api/audit?action=setCardComment', theirs.admin.token);
    expect(found.map(({ after }) => after)).toEqual([{ comment: 'Их' }]);
    for (const query of [`company=${ours.id}`, `target=card:${card.id}`, `actor=${ours.admin.id}`]) {
      const seen = await log(`/api/audit?${query}`, theirs.admin.token);
      expect(seen.every((event) => event.company?.id === theirs.id)).toBe(true);
    }
    expect(await log(`/api/audit?target=card:${card.id}`, theirs.admin.token)).toEqual([]);
  });

  test('a company’s log is read by its admin only', async () => {
    for (const role of ['manager', 'specialist'] as const) {
      const { token } = await givenPerson(api, { companyId: ours.id, role });
      for (const path of ['/api/audit', '/api/audit/workbook', '/api/audit/lines'])
        expect((await api.get(path, { token })).status).toBe(403);
    }
    expect((await api.get('/api/audit')).status).toBe(401);
  });

  test('the company’s log shows what staff did, without their names and addresses', async () => {
    const put = await api.put(`/staff/api/clients/${ours.id}/credit`, {
      token: staff.token,
      json: { creditSum: 1000 },
      headers: { 'user-agent': 'Their device' },
    });
    expect(put.status).toBe(200);
    const [event] = await log('/api/audit?action=credit-changed', ours.admin.token);
    expect(event?.actor).toEqual({ id: null, name: 'Сотрудник программы', role: null });
    expect([event?.address, event?.device]).toEqual([null, null]);
  });
});

describe('the files of a view', () => {
  test('JSON lines have every line of the filter, however many pages they are', async () => {
    for (let at = 0; at < 1100; at += 1)
      await recordEvent(api.ctx.db.system, {
        at: api.clock.now(),
        what: 'letter-chosen',
        companyId: theirs.id,
        after: { at },
      });
    const { bytes, headers } = await api.get('/api/audit/lines?action=letter-chosen', {
      token: theirs.admin.token,
    });
    expect(headers.get('content-type')).toContain('application/x-ndjson');
    const found = bytes
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Event);
    expect(found.map((event) => event.after?.at)).toEqual(Array.from({ length: 1100 }, (_, at) => 1099 - at));
  });

  test('the workbook has the title of the action and the values before and after', async () => {
    await recordEvent(api.ctx.db.system, {
      at: api.clock.now(),
      what: 'role-changed',
      companyId: ours.id,
      before: { role: 'специалист' },
      after: { role: 'менеджер' },
    });
    const { bytes } = await api.get(`/staff/api/audit/workbook?company=${ours.id}&action=role-changed`, {
      token: staff.token,
    });
    const text = Object.values(unzipSync(bytes))
      .map((part) => Buffer.from(part).toString('utf8'))
      .join('');
    expect(text).toContain('Изменена роль сотрудника');
    expect(text).toContain('Роль: специалист → менеджер');
  });
});
