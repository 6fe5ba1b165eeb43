import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_NETWORKS } from '#contract/ids.ts';
import type { StaleContract } from '#contract/papers/contracts.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import {
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { listNotices, sendDueNotices } from '../../../testing/notices.ts';
import { readPdfText } from '../../../testing/read-pdf-text.ts';
import { makeAgreement } from './make-agreement.ts';
import { makeContractByJob } from './make-contract.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
});
afterAll(() => api?.stop());

interface ReadContract {
  number: string;
  date: string;
  editions: {
    edition: number;
    agreement: number | null;
    date: string;
    document_id: number;
    url: string;
    signed: string | null;
  }[];
}

async function readContract({ admin }: GivenCompany): Promise<ReadContract | null> {
  const reply = await api.get('/api/contract', { token: admin.token });
  expect(reply.status).toBe(200);
  return reply.body.data.contract;
}

async function acceptTerms({ id, admin }: GivenCompany): Promise<void> {
  const { token } = admin;
  expect((await api.post('/api/termsOfService/accept', { token, json: {} })).status).toBe(200);
  const jobs = await askOwner<{ key: string }>(
    api,
    `select key from graphile_worker.jobs where task_identifier = 'make-contract'`,
  );
  expect(jobs).toContainEqual({ key: `contract:${id}` });
  await makeContractByJob(api.ctx, id);
}

async function givenContract(): Promise<GivenCompany> {
  const company = await givenCompany(api, { termsAccepted: false });
  await acceptTerms(company);
  return company;
}

async function readText({ admin }: GivenCompany, url: string): Promise<string> {
  const file = await api.get(url, { token: admin.token });
  expect(file.status).toBe(200);
  return readPdfText(file.bytes, []).replaceAll(/\s+/g, ' ');
}

async function sign({ admin }: GivenCompany, id: number): Promise<ApiResponse> {
  const sms = await givenCode(api, admin, 'document', id);
  const json = { partner_id: ALL_NETWORKS, date: '2026-09', id, sms };
  return api.post('/api/doc/acceptDoc', { token: admin.token, json });
}

/** Reads another name of the company, as the register would give it. */
async function rename({ id }: GivenCompany, title: string): Promise<void> {
  await sql`update company set title = ${title} where id = ${id}`.execute(api.ctx.db.system);
}

async function renew(company: GivenCompany): Promise<ApiResponse> {
  const { token } = await givenStaff(api);
  return api.post(`/staff/api/clients/${company.id}/contract`, { token, json: {} });
}

test('accepting the agreement makes a numbered contract with parties and prices', async () => {
  const company = await givenCompany(api, { termsAccepted: false });
  expect(await readContract(company)).toBeNull();
  await acceptTerms(company);
  const contract = await readContract(company);
  expect(contract).toMatchObject({
    number: expect.stringMatching(/^ТК-\d{6}$/),
    date: '2026-09-15',
    editions: [{ edition: 1, date: '2026-09-15', signed: null }],
  });
  const text = await readText(company, contract?.editions[0]?.url ?? '');
  const { requisites } = api.ctx.programme.today();
  for (const part of [
    `Договор № ${contract?.number} от 15 сентября 2026`,
    `ООО «Перевозчик ${company.inn}»`,
    `ИНН ${company.inn}`,
    requisites.account,
    'Приложение № 1. Рамочное соглашение, редакция № 1',
    'простой электронной подписи',
    'Приложение № 2. Цены на 15 сентября 2026',
    'Все товары по цене станции',
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(/undefined|null|\[object/);
});

test('the job makes one contract, however often and how many at once it runs', async () => {
  const company = await givenContract();
  const before = await readContract(company);
  await Promise.all([1, 2].map(() => makeContractByJob(api.ctx, company.id)));
  expect(await readContract(company)).toEqual(before);
  const undecided = await givenCompany(api, { termsAccepted: false });
  await makeContractByJob(api.ctx, undecided.id);
  expect(await readContract(undecided)).toBeNull();
});

test('clients who accept at once get numbers one after the other', async () => {
  const companies = await Promise.all([1, 2, 3].map(() => givenCompany(api)));
  const made = await Promise.all(
    companies.flatMap(({ admin: { token } }) =>
      [1, 2].map(() => api.post('/api/contract', { token, json: {} })),
    ),
  );
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
  const contracts = await Promise.all(companies.map(readContract));
  const numbers = contracts.map((contract) => Number(contract?.number.slice(3))).toSorted((a, b) => a - b);
  const [first = 0] = numbers;
  expect(numbers).toEqual([first, first + 1, first + 2]);
  expect(contracts.map((contract) => contract?.editions.length)).toEqual([1, 1, 1]);
});

test('a client signs the contract by a code, with the evidence of any document', async () => {
  const company = await givenContract();
  const id = (await readContract(company))?.editions[0]?.document_id ?? 0;
  expect((await sign(company, id)).status).toBe(200);
  expect((await readContract(company))?.editions[0]?.signed).toBe(api.clock.now().toISOString());
  const sheet = await readText(company, `/api/doc/${id}/signature`);
  expect(sheet).toContain((await readContract(company))?.number);
});

test('new requisites make an edition; the earlier one stays', async () => {
  const company = await givenContract();
  const first = (await readContract(company))?.editions[0];
  expect((await sign(company, first?.document_id ?? 0)).status).toBe(200);
  await rename(company, 'ООО «Новое имя»');
  await makeContractByJob(api.ctx, company.id);
  const contract = await readContract(company);
  expect(contract?.editions).toMatchObject([
    { edition: 2, signed: null },
    { edition: 1, signed: expect.any(String), document_id: first?.document_id },
  ]);
  const text = await readText(company, contract?.editions[0]?.url ?? '');
  expect(text).toContain(`№ ${contract?.number} от 15 сентября 2026 г., редакция 2`);
  expect(text).toContain('ООО «Новое имя»');
  expect(await readText(company, first?.url ?? '')).not.toContain('Новое имя');
  await sendDueNotices(api);
  const notices = await listNotices(api, company.admin);
  expect(notices.filter(({ kind }) => kind === 'month-documents')).toHaveLength(1);
});

test('staff make an edition for new prices, and none where nothing has changed', async () => {
  const company = await givenContract();
  expect((await renew(company)).body).toMatchObject({ code: 409 });
  const { token } = await givenStaff(api);
  const tariff = {
    company_id: company.id,
    change: 'discount',
    unit: 'percent',
    rate: 1.5,
    first_day: '2026-09-15',
    note: 'Договорённость',
  };
  expect((await api.post('/staff/api/tariffs', { token, json: tariff })).status).toBe(200);
  await makeContractByJob(api.ctx, company.id);
  expect((await readContract(company))?.editions).toHaveLength(1);
  const renewed = await renew(company);
  expect(renewed.body.data.contract.editions).toHaveLength(2);
  const text = await readText(company, renewed.body.data.contract.editions[0].url);
  expect(text).toContain('скидка 1,5 %');
});

test('a connected client gets the contract by electronic exchange', async () => {
  const company = await givenCompany(api);
  await sql`update company set edm_state = 'accepted' where id = ${company.id}`.execute(api.ctx.db.system);
  await api.post('/api/contract', { token: company.admin.token, json: {} });
  const id = (await readContract(company))?.editions[0]?.document_id;
  const { data } = (await api.get('/api/doc', { token: company.admin.token })).body;
  const document = Object.values<{ id: number; edm: unknown }[]>(data)
    .flat()
    .find((item) => item.id === id);
  expect(document?.edm).not.toBeNull();
});

test('a contract is its company’s and is made by those who may', async () => {
  const company = await givenContract();
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  const auditor = await givenPerson(api, { staffRole: 'auditor' });
  const staff = await givenStaff(api);
  const path = `/staff/api/clients/${company.id}/contract`;
  const { token } = specialist;
  expect((await api.get('/api/contract', { token })).body.data.contract).not.toBeNull();
  expect((await api.post('/api/contract', { token, json: {} })).status).toBe(403);
  expect(await readContract(await givenCompany(api))).toBeNull();
  expect((await api.get(path, { token: auditor.token })).body.data.contract.number).toMatch(/^ТК-/);
  expect((await api.post(path, { token: auditor.token, json: {} })).status).toBe(403);
  expect((await api.get(path, { token: company.admin.token })).status).toBe(404);
  expect(
    (await api.post('/staff/api/clients/999999/contract', { token: staff.token, json: {} })).status,
  ).toBe(404);
  const undecided = await givenCompany(api, { termsAccepted: false });
  const refused = await api.post('/api/contract', { token: undecided.admin.token, json: {} });
  expect(refused.status).toBe(409);
});

describe('new requisites of the operator', () => {
  const TODAY = '2026-09-15';
  const CHANGED = '2026-09-16';
  let operator: GivenPerson;
  let chosen: GivenCompany;
  let other: GivenCompany;
  const ids = () => [chosen.id, other.id];
  const listStale = async (): Promise<StaleContract[]> => {
    const { body } = await api.get('/staff/api/contracts/stale?perPage=500', { token: operator.token });
    return body.data.filter(({ company }: StaleContract) => ids().includes(company.id));
  };
  const amend = (json: object, token = operator.token) =>
    api.post('/staff/api/contracts/stale/amend', { token, json });
  const runAgreements = async () => {
    for (const companyId of [chosen.id, other.id, chosen.id])
      await makeAgreement(api.ctx, { companyId, userId: operator.id });
  };

  beforeAll(async () => {
    operator = await givenPerson(api, { staffRole: 'operator' });
    chosen = await givenContract();
    other = await givenContract();
    const { token } = await givenStaff(api);
    const { body } = await api.get('/staff/api/programme', { token });
    const { value } = body.data.requisites[0];
    const filled = Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
    const json = { ...filled, part: 'requisites', director: 'Новикова Н. Н.', first_day: CHANGED };
    expect((await api.put('/staff/api/programme', { token, json })).status).toBe(200);
  });

  test('list no contract before their first day, and each from it on', async () => {
    expect(await listStale()).toEqual([]);
    api.clock.setTo(`${CHANGED}T12:00:00+03:00`);
    const contract = await readContract(chosen);
    expect(await listStale()).toEqual(
      expect.arrayContaining([
        {
          company: { id: chosen.id, inn: chosen.inn, title: expect.any(String) },
          number: contract?.number,
          date: TODAY,
          changed: ['operator'],
        },
      ]),
    );
    expect(await listStale()).toHaveLength(2);
    await rename(other, 'ООО «Другое имя»');
    expect((await listStale()).find(({ company }) => company.id === other.id)?.changed).toEqual([
      'operator',
      'client',
    ]);
  });

  test('are agreed on by those who may, with the chosen clients or with all', async () => {
    const { token } = await givenPerson(api, { staffRole: 'support' });
    expect((await amend({}, token)).status).toBe(403);
    expect((await amend({ company_ids: [] })).status).toBe(400);
    expect((await amend({ company_ids: [chosen.id] })).body.data.started).toBe(1);
    const jobs = await askOwner<{ payload: { companyId: number } }>(
      api,
      `select payload from graphile_worker._private_jobs where key like 'contract-agreement:%'`,
    );
    expect(jobs.map(({ payload }) => payload.companyId)).toEqual([chosen.id]);
    expect((await amend({})).body.data.started).toBeGreaterThanOrEqual(2);
  });

  test('make one agreement with each client, which names what was and what is', async () => {
    await runAgreements();
    const contract = await readContract(other);
    expect(contract?.editions).toMatchObject([
      { edition: 1, agreement: 1, date: CHANGED, signed: null },
      { edition: 1, agreement: null, date: TODAY },
    ]);
    const [agreement] = contract?.editions ?? [];
    const text = await readText(other, agreement?.url ?? '');
    for (const part of [
      'Дополнительное соглашение № 1 от 16 сентября 2026',
      `К договору № ${contract?.number} от 15 сентября 2026`,
      'Реквизиты Оператора с 16 сентября 2026',
      'Новикова Н. Н.',
      'Реквизиты Клиента',
      'ООО «Другое имя»',
      'Остальные условия договора не меняются',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/undefined|null|\[object/);
    expect((await sign(other, agreement?.document_id ?? 0)).status).toBe(200);
    expect((await readContract(other))?.editions[0]?.signed).not.toBeNull();
    expect((await readContract(chosen))?.editions).toHaveLength(2);
    expect(await listStale()).toEqual([]);
    expect((await amend({ company_ids: ids() })).body).toMatchObject({
      code: 409,
      message: 'У выбранных клиентов в договорах сегодняшние реквизиты',
    });
  });

  test('enter the next edition, which replaces the agreement too', async () => {
    await rename(chosen, 'ООО «Третье имя»');
    await makeContractByJob(api.ctx, chosen.id);
    expect((await readContract(chosen))?.editions).toMatchObject([
      { edition: 2, agreement: null },
      { edition: 1, agreement: 1 },
      { edition: 1, agreement: null },
    ]);
    const { data } = (await api.get('/api/doc', { token: chosen.admin.token })).body;
    const documents = Object.values<{ id: number; title: string; replaced_by: number | null }[]>(data).flat();
    expect(documents.filter((document) => document.replaced_by === null)).toMatchObject([
      { title: expect.stringContaining('редакция 2') },
    ]);
    expect(await listStale()).toEqual([]);
  });
});
