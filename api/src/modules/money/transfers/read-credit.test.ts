import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moscowDay } from '../../../lib/money-format.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenMoney,
  givenPerson,
  givenStaff,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
});
afterAll(() => api?.stop());

const DAY_SECONDS = 24 * 3600;

async function givenCredit(input: {
  creditSum: number;
  creditDaysForPayment?: number;
  creditDaysWithoutPayment?: number;
}) {
  const company = await givenCompany(api);
  await grant(company, input);
  return company;
}

async function grant(company: GivenCompany, input: object): Promise<void> {
  const { token } = await givenStaff(api);
  expect((await api.put(`/staff/api/clients/${company.id}/credit`, { token, json: input })).status).toBe(200);
}

async function move(
  company: GivenCompany,
  call: 'accounts' | 'accounts/revoke',
  rubles: number,
): Promise<void> {
  const json = { accounts: [{ partner_id: 1, sum: rubles }] };
  const { status } = await api.post(`/api/client/${company.id}/${call}`, {
    token: company.admin.token,
    json,
  });
  expect(status).toBe(200);
}

const use = (company: GivenCompany, rubles: number) => move(company, 'accounts', rubles);
const revokeSum = (company: GivenCompany, rubles: number) => move(company, 'accounts/revoke', rubles);
const pay = (company: GivenCompany, rubles: number) =>
  givenMoney(api, { companyId: company.id, kind: 'unallocated' }, rubles * 100);

const read = (company: GivenCompany, person = company.admin) =>
  api.get(`/api/client/${company.id}/credit`, { token: person.token });

const readDebt = async (company: GivenCompany) => (await read(company)).body.data.debt;

const advanceDays = (days: number) => api.clock.advanceSeconds(days * DAY_SECONDS);

const daysFromNow = (days: number) => moscowDay(api.clock.now(), days);

test('§3.17 the cabinet shows when credit is due: days and date, as in the agreement', async () => {
  const terms = { creditSum: 500, creditDaysForPayment: 14, creditDaysWithoutPayment: 5 };
  const company = await givenCredit(terms);
  expect((await read(company)).body.data).toEqual({ ...terms, debt: null });
  await use(company, 400);
  expect((await read(company)).body.data.debt).toEqual({
    sum: 400,
    since: daysFromNow(0),
    payUntil: daysFromNow(14),
    workUntil: daysFromNow(19),
    late: false,
  });
  const payUntil = daysFromNow(14);
  advanceDays(14);
  expect(await readDebt(company)).toMatchObject({ payUntil, late: false });
  advanceDays(1);
  expect(await readDebt(company)).toMatchObject({ payUntil, late: true });
  await pay(company, 400);
  expect(await readDebt(company)).toBeNull();
});

test('a client who pays the oldest use of credit is no longer shown its term', async () => {
  const company = await givenCredit({ creditSum: 1000, creditDaysForPayment: 14 });
  await use(company, 300);
  advanceDays(3);
  const second = daysFromNow(0);
  await use(company, 100);
  await pay(company, 250);
  expect((await readDebt(company)).since < second).toBe(true);
  await pay(company, 50);
  expect(await readDebt(company)).toMatchObject({
    sum: 100,
    since: second,
    payUntil: daysFromNow(14),
    workUntil: null,
  });
});

test('a debt keeps its age when money is moved to a network and back', async () => {
  const company = await givenCredit({ creditSum: 1000, creditDaysForPayment: 14 });
  const since = daysFromNow(0);
  await use(company, 300);
  await pay(company, 200);
  advanceDays(5);
  await use(company, 150);
  await revokeSum(company, 150);
  expect(await readDebt(company)).toMatchObject({ sum: 100, since });
});

test('credit that is taken away under a debt does not hide the debt', async () => {
  const company = await givenCredit({ creditSum: 500 });
  await use(company, 400);
  await grant(company, { creditSum: 0 });
  expect((await read(company)).body.data).toEqual({
    creditSum: 0,
    creditDaysForPayment: 0,
    creditDaysWithoutPayment: 0,
    debt: { sum: 400, since: daysFromNow(0), payUntil: null, workUntil: null, late: false },
  });
});

test('a company can’t read what another one owes', async () => {
  const [own, other] = [await givenCredit({ creditSum: 500 }), await givenCompany(api)];
  await use(own, 400);
  expect((await read(own, other.admin)).status).toBe(404);
  const specialist = await givenPerson(api, { companyId: own.id, role: 'specialist' });
  expect((await read(own, specialist)).body.data.debt.sum).toBe(400);
});

type Step = { kind: 'use' | 'give back' | 'pay'; rubles: number; days: number };

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('use', 'give back', 'pay'),
    rubles: fc.integer({ min: 1, max: 40 }),
    days: fc.integer({ min: 0, max: 2 }),
  }),
  { minLength: 1, maxLength: 14 },
);

test('payments pay the oldest use first, and money given back takes back the latest', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (course) => {
      const company = await givenCredit({ creditSum: 1000 });
      let own = 0;
      let atNetwork = 0;
      const uses: { day: string; rubles: number }[] = [];
      for (const { kind, rubles, days } of course) {
        advanceDays(days);
        if (kind === 'use') {
          await use(company, rubles);
          atNetwork += rubles;
          const onCredit = Math.max(0, rubles - own);
          own -= rubles - onCredit;
          if (onCredit > 0) uses.push({ day: daysFromNow(0), rubles: onCredit });
        } else {
          const sum = kind === 'pay' ? rubles : Math.min(rubles, atNetwork);
          if (sum === 0) continue;
          if (kind === 'pay') await pay(company, sum);
          else {
            await revokeSum(company, sum);
            atNetwork -= sum;
          }
          own += reduce(uses, sum, kind === 'pay' ? 'oldest' : 'latest');
        }
        const sum = uses.reduce((total, item) => total + item.rubles, 0);
        const debt = await readDebt(company);
        if (sum === 0) expect(debt).toBeNull();
        else expect(debt).toMatchObject({ sum, since: uses[0]?.day });
      }
    }),
    { numRuns: 20 },
  );
});

/** Takes a sum off the uses of credit; returns the remaining uses. */
function reduce(uses: { rubles: number }[], sum: number, first: 'oldest' | 'latest'): number {
  let rest = sum;
  while (rest > 0 && uses.length > 0) {
    const one = (first === 'oldest' ? uses[0] : uses.at(-1)) as { rubles: number };
    const taken = Math.min(one.rubles, rest);
    one.rubles -= taken;
    rest -= taken;
    if (one.rubles === 0) uses.splice(uses.indexOf(one), 1);
  }
  return rest;
}
