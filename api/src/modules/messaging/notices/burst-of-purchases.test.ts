import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutgoingEmail } from '../../../gateways/mail/mail.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { sql } from 'kysely';
import { givenCard, givenCompany, givenMoney } from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { listNotices, sendDueNotices } from '../../../testing/notices.ts';
import { SINGLE_NOTICES } from './plan-notices.ts';

/** Run by hand in full: `BURST_PURCHASES=10000 vitest run burst-of-purchases`. */
const PURCHASES = Number(process.env.BURST_PURCHASES ?? 600);
/** Number of purchases in one page of a network's feed. */
const PAGE = Number(process.env.BURST_PAGE ?? 200);
/** Timeout for a hanging run. It grows with the number of purchases. */
const LIMIT_MS = 180_000 + PURCHASES * 60;

let api: TestApi;
const emails: OutgoingEmail[] = [];

beforeAll(async () => {
  const mail = {
    provider: 'smtp',
    send(email: OutgoingEmail) {
      emails.push(email);
      return Promise.resolve({ accepted: true, providerId: '1' } as const);
    },
  };
  api = await startApi({ jobs: false, overrides: { mail } });
});

afterAll(() => api.stop());

test(
  'a burst of purchases is a few notices and one count, in cabinet and email',
  {
    timeout: LIMIT_MS,
  },
  async () => {
    const company = await givenCompany(api);
    const { admin } = company;
    await sql`update app_user set email = 'many@example.ru', email_confirmed_at = ${api.clock.now()}
    where id = ${admin.id}`.execute(api.ctx.db.system);
    for (const channel of ['cabinet', 'mail']) {
      const json = { kind: 'purchase', channel, wanted: true };
      expect((await api.post('/api/notices/choices', { token: admin.token, json })).status).toBe(200);
    }
    const card = await givenCard(api, company.id);
    await givenMoney(api, { companyId: company.id, kind: 'card', cardId: card.id }, PURCHASES * 1000);
    for (let from = 0; from < PURCHASES; from += PAGE) {
      const count = Math.min(PAGE, PURCHASES - from);
      const sale = { sum: 1000, at: api.clock.now().toISOString(), litres: 1 };
      await givenSales(
        api,
        card,
        Array.from({ length: count }, () => sale),
      );
      await sendDueNotices(api);
      api.clock.advanceSeconds(1);
    }
    // Gathered notices are sent when the burst is over.
    for (let minute = 0; minute < 15; minute += 1) {
      api.clock.advanceSeconds(60);
      await sendDueNotices(api);
    }
    const notices = (await listNotices(api, admin)).filter(({ kind }) => kind === 'purchase');
    expect(notices.length).toBeLessThanOrEqual(SINGLE_NOTICES + 1 + Math.ceil(PURCHASES / PAGE / 600));
    expect(notices.reduce((sum, { count }) => sum + count, 0)).toBe(PURCHASES);
    expect(emails.length).toBeGreaterThan(0);
    expect(emails.length).toBeLessThanOrEqual(notices.length);
  },
);
