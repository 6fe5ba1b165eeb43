import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD_STATUS } from '#contract/ids.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { recheckSince, findSignals } from './find-signals.ts';

let api: TestApi;
let company: GivenCompany;
let token: string;
let plates = 100;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  api.clock.setTo('2026-09-20T10:00:00+03:00');
  company = await givenCompany(api);
  ({ token } = company.admin);
});
afterAll(() => api?.stop());

async function givenCardOnTruck(statusId: 1 | 2 = CARD_STATUS.active): Promise<GivenCard> {
  const card = await givenCard(api, company.id, { balanceKopecks: 500_000_00, statusId });
  const truck = { plate: `А${(plates += 1)}ВС99`, tank_litres: 400, card_ids: [card.id] };
  expect((await api.post('/api/vehicles', { token, json: truck })).status).toBe(200);
  return card;
}

const listSignals = async ({ id }: GivenCard) =>
  (await api.get(`/api/signals?rule=over-tank&cardId=${id}`, { token })).body.data;

async function fill(card: GivenCard, litres: number, at = api.clock.now().toISOString()): Promise<void> {
  await givenSales(api, card, [{ sum: litres * 60_00, at, litres }]);
}

test('data that arrives while a company is checked is checked the next time', async () => {
  const card = await givenCardOnTruck();
  await fill(card, 300);
  api.clock.advanceSeconds(60);
  await findSignals(api.ctx);
  api.clock.advanceSeconds(86_400);
  await fill(card, 300);
  await fill(card, 500, '2026-09-10T10:00:00+03:00');
  api.clock.advanceSeconds(60);
  const { db } = api.ctx;
  const inSystem: typeof db.inSystem = async (work) => {
    await db.inSystem((tx) =>
      recheckSince(tx, mintCompanyScope(company.id), new Date('2026-09-10T07:00:00Z')),
    );
    return db.inSystem(work);
  };
  await findSignals({ ...api.ctx, db: { ...db, inSystem } });
  api.clock.advanceSeconds(60);
  await findSignals(api.ctx);
  expect(await listSignals(card)).toMatchObject([{ operation: { litres: 500 } }]);
});

test('dismissing a signal does not report a card open that another reason keeps closed', async () => {
  await api.put('/api/signals/rules/over-tank', { token, json: { deed: 'close', owner_id: null } });
  const open = await givenCardOnTruck();
  const blocked = await givenCardOnTruck(CARD_STATUS.blocked);
  api.clock.advanceSeconds(60);
  for (const card of [open, blocked]) await fill(card, 500);
  api.clock.advanceSeconds(60);
  await findSignals(api.ctx);
  for (const card of [open, blocked]) {
    const [{ id }] = await listSignals(card);
    expect((await api.post(`/api/signals/${id}/open-card`, { token, json: {} })).status).toBe(200);
  }
  const reported = await rows(
    api.ctx.db.system,
    sql<{ what: string; card: number }>`
      select what, (targets -> 0 ->> 'id')::int as card from audit_event
      where company_id = ${company.id} and what in ('card-opened-after-signal', 'signal-let-card-go') order by id`,
  );
  expect(reported).toEqual([
    { what: 'card-opened-after-signal', card: open.id },
    { what: 'signal-let-card-go', card: blocked.id },
  ]);
});
