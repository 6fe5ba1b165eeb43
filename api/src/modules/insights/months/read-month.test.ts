import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptedSubject } from '#contract/papers/documents.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { bankFileDocument, givenBankFile, makeStatement } from '../../../testing/givens/given-bank-file.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
  company = await givenCompany(api, { unallocatedKopecks: 100_000_00 });
});
afterAll(() => api.stop());

interface Step {
  key: string;
  title: string;
  done: boolean;
  href: string;
}

const read = (month: string, { token } = company.admin) => api.get(`/api/months/${month}`, { token });
async function readSteps(month: string): Promise<Step[]> {
  return (await read(month)).body.data;
}
const isDone = (steps: readonly Step[]) => Object.fromEntries(steps.map(({ key, done }) => [key, done]));

test('a month lacks its documents, then their confirmation, then nothing', async () => {
  const card = await givenCard(api, company.id, { balanceKopecks: 50_000 });
  await givenSales(api, card, [{ sum: 100_00, at: '2026-09-15T08:00:00Z' }]);
  expect(isDone(await readSteps('2026-09'))).toEqual({
    papers: false,
    confirmations: false,
    objections: true,
    payments: true,
  });

  await closeMonth(api, staff, '2026-09', OVERRIDE_ALL);
  const closed = await readSteps('2026-09');
  expect(isDone(closed)).toMatchObject({ papers: true, confirmations: false });
  expect(closed.find(({ key }) => key === 'confirmations')).toMatchObject({
    title: expect.stringMatching(/^Ждут подтверждения: \d\sдокумент/),
    href: '/cabinet/documents?waiting=1',
  });

  const { token } = company.admin;
  const listed = (await api.get('/api/doc', { token })).body.data['2026-09'] as { id: number }[];
  const ids = listed.map(({ id }) => id);
  const sms = await givenCode(api, company.admin, 'document', acceptedSubject(ids));
  expect((await api.post('/api/doc/acceptDocs', { token, json: { ids, sms } })).status).toBe(200);
  expect((await readSteps('2026-09')).filter(({ done }) => !done)).toEqual([]);
});

test('a payment that staff have not credited is a step of its payer’s month alone', async () => {
  const payer = await givenCompany(api);
  api.clock.setTo(new Date('2026-11-10T09:00:00Z'));
  // A day that is still to come: a person decides.
  const strange = bankFileDocument({ inn: payer.inn, sum: '10.00', come: '09.12.2026', purpose: 'Оплата' });
  await givenBankFile(api, staff, makeStatement(strange));
  const steps: Step[] = (await read('2026-12', payer.admin)).body.data;
  const foreign: Step[] = (await read('2026-12')).body.data;
  expect(steps.find(({ key }) => key === 'payments')?.done).toBe(false);
  expect(foreign.find(({ key }) => key === 'payments')?.done).toBe(true);
});

test('a month is read by who reads, and a wrong one is refused', async () => {
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await read('2026-09', specialist)).status).toBe(200);
  expect((await read('2026-13')).status).toBe(400);
  expect((await api.get('/api/months/2026-09', {})).status).toBe(401);
});
