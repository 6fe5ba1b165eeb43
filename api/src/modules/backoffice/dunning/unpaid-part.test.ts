import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  advanceDays,
  givenDebtor,
  pay,
  readDunning,
  spendCredit,
} from '../../../testing/givens/given-debtor.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api?.stop());

const TERM_DAYS = 2;

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('use', 'give back', 'pay'),
    rubles: fc.integer({ min: 1, max: 40 }),
    days: fc.integer({ min: 0, max: 2 }),
  }),
  { minLength: 1, maxLength: 10 },
);

interface Use {
  day: number;
  rubles: number;
}

test('what is due is what a plain count of uses, payments and returns says', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (course) => {
      const company = await givenDebtor(api, { used: 5, daysForPayment: TERM_DAYS });
      const { token } = company.admin;
      const uses: Use[] = [{ day: 0, rubles: 5 }];
      let [today, own, atNetwork] = [0, 0, 5];
      for (const { kind, rubles, days } of course) {
        advanceDays(api, days);
        today += days;
        if (kind === 'use') {
          await spendCredit(api, company, rubles);
          const onCredit = Math.max(0, rubles - own);
          own -= rubles - onCredit;
          atNetwork += rubles;
          if (onCredit > 0) uses.push({ day: today, rubles: onCredit });
        } else if (kind === 'pay') {
          await pay(api, company, rubles);
          own += reduce(uses, rubles, 'oldest');
        } else {
          const sum = Math.min(rubles, atNetwork);
          if (sum === 0) continue;
          const json = { accounts: [{ partner_id: 1, sum }] };
          const path = `/api/client/${company.id}/accounts/revoke`;
          expect((await api.post(path, { token, json })).status).toBe(200);
          atNetwork -= sum;
          own += reduce(uses, sum, 'latest');
        }
      }
      const { debt } = await readDunning(api, company);
      if (uses.length === 0) expect(debt).toBeNull();
      else expect(debt).toMatchObject({ sum: sumUses(uses), due: sumUses(listDue(uses, today)) });
    }),
    { numRuns: 12 },
  );
});

/** Lists the uses whose term is over or, where none is late, those of the oldest day. */
function listDue(uses: readonly Use[], today: number): Use[] {
  const late = uses.filter(({ day }) => day + TERM_DAYS < today);
  return late.length > 0 ? late : uses.filter(({ day }) => day === uses[0]?.day);
}

function sumUses(uses: readonly Use[]): number {
  return uses.reduce((total, { rubles }) => total + rubles, 0);
}

/** Takes a sum off the uses; returns the remaining uses. */
function reduce(uses: Use[], sum: number, first: 'oldest' | 'latest'): number {
  let rest = sum;
  for (let use = pick(uses, first); rest > 0 && use; use = pick(uses, first)) {
    const taken = Math.min(use.rubles, rest);
    use.rubles -= taken;
    rest -= taken;
    if (use.rubles === 0) uses.splice(uses.indexOf(use), 1);
  }
  return rest;
}

function pick(uses: readonly Use[], first: 'oldest' | 'latest'): Use | undefined {
  return first === 'oldest' ? uses[0] : uses.at(-1);
}
