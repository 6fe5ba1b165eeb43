import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';
import { findSignals } from './find-signals.ts';

let api: TestApi;
let company: GivenCompany;
let token: string;
let card: GivenCard;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  api.clock.setTo('2026-09-20T10:00:00+03:00');
  company = await givenCompany(api);
  ({ token } = company.admin);
});
afterAll(() => api?.stop());

describe('a rule that closes', () => {
  /** Does what the queue would, and lets the network take its time. */
  async function networkAnswers(): Promise<void> {
    const waiting = await rows(
      api.ctx.db.system,
      sql<{ id: number }>`select id from operation where card_id = ${card.id} and status_id = 2 order by id`,
    );
    for (const { id } of waiting) await carryOutOperation(api.ctx, id);
    api.clock.advanceSeconds(4);
    await api.pollNetworks();
  }

  async function fillBeyondTank(): Promise<void> {
    await givenSales(api, card, [{ sum: 30_000_00, at: api.clock.now().toISOString(), litres: 500 }]);
    api.clock.advanceSeconds(60);
    await findSignals(api.ctx);
  }

  const listSignals = async (query = '') =>
    (await api.get(`/api/signals?rule=over-tank&cardId=${card.id}${query}`, { token })).body.data;
  const readCardNow = async () => (await api.get(`/api/card/${card.id}`, { token })).body.data;
  const choose = (json: object) => api.put('/api/signals/rules/over-tank', { token, json });

  beforeEach(async () => {
    card = await givenCard(api, company.id, { balanceKopecks: 500_000_00 });
    const plate = `А${100 + (card.id % 900)}ВС99`;
    const truck = { plate, tank_litres: 400, card_ids: [card.id] };
    expect((await api.post('/api/vehicles', { token, json: truck })).status).toBe(200);
    await choose({ deed: 'tell', owner_id: null });
  });

  it('a signal’s card stays open for what was sold before the closing was chosen', async () => {
    await givenSales(api, card, [{ sum: 30_000_00, at: api.clock.now().toISOString(), litres: 500 }]);
    api.clock.advanceSeconds(60);
    await choose({ deed: 'close', owner_id: null });
    await findSignals(api.ctx);
    expect(await listSignals()).toMatchObject([{ closing: null }]);
    expect((await readCardNow()).hold).toBeNull();
  });

  it('a rule that closes a card says so only when its network has answered', async () => {
    await choose({ deed: 'close', owner_id: null });
    await fillBeyondTank();
    expect(await listSignals()).toMatchObject([{ closing: 'closing' }]);
    expect(await readCardNow()).toMatchObject({ status: { id: 1 }, hold: { kind: 'signal' } });
    await networkAnswers();
    expect(await listSignals()).toMatchObject([{ closing: 'closed' }]);
    const shown = await readCardNow();
    expect(shown).toMatchObject({ status: { id: 2 } });
    expect(shown.hold.reason).toContain('Больше бака: Залито 500');
    const refused = await api.put(`/api/card/${card.id}/status`, { token, json: {} });
    expect(refused.status).not.toBe(200);
  });

  it('a closed card opens with the verdict, unless it was waste', async () => {
    await choose({ deed: 'close', owner_id: null });
    await fillBeyondTank();
    await networkAnswers();
    const [{ id }] = await listSignals();
    const judge = (verdict: string) => api.post(`/api/signals/${id}/verdict`, { token, json: { verdict } });
    expect((await judge('waste')).body.data).toMatchObject({ closing: 'closed' });
    expect((await judge('false')).body.data).toMatchObject({ closing: 'opening' });
    await networkAnswers();
    expect(await listSignals()).toMatchObject([{ closing: 'opened' }]);
    expect(await readCardNow()).toMatchObject({ status: { id: 1 }, hold: null });
  });

  it('a card stays closed until its last signal is dismissed, or a user opens it', async () => {
    await choose({ deed: 'close', owner_id: null });
    await fillBeyondTank();
    await networkAnswers();
    api.clock.advanceSeconds(86_400);
    await fillBeyondTank();
    const [newer, older] = await listSignals('&sort=time');
    const judged = { token, json: { verdict: 'explained' } };
    await api.post(`/api/signals/${older.id}/verdict`, judged);
    expect((await readCardNow()).hold).toMatchObject({ kind: 'signal' });
    const opened = await api.post(`/api/signals/${newer.id}/open-card`, { token, json: {} });
    expect(opened.body.data).toMatchObject({ state: 'new', closing: 'opening' });
    expect((await readCardNow()).hold).toBeNull();
    expect((await api.post(`/api/signals/${newer.id}/open-card`, { token, json: {} })).status).toBe(409);
  });

  it('a signal is found and its card closed together, also after a crash in between', async () => {
    await choose({ deed: 'close', owner_id: null });
    await givenSales(api, card, [{ sum: 30_000_00, at: api.clock.now().toISOString(), litres: 500 }]);
    api.clock.advanceSeconds(60);
    const { db } = api.ctx;
    const inSystem: typeof db.inSystem = (work) =>
      db.inSystem(async (tx) => {
        await work(tx);
        throw new Error('the process died');
      });
    await expect(findSignals({ ...api.ctx, db: { ...db, inSystem } })).rejects.toThrow('died');
    expect((await readCardNow()).hold).toBeNull();
    expect(await listSignals()).toEqual([]);
    await findSignals(api.ctx);
    expect(await listSignals()).toMatchObject([{ closing: 'closing' }]);
  });

  it('closing by signals is chosen by a user with rights to cards, and owned by one', async () => {
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    const json = { deed: 'close', owner_id: specialist.id };
    expect((await choose(json)).status).toBe(400);
    const request = { token: specialist.token, json: { deed: 'close', owner_id: null } };
    expect((await api.put('/api/signals/rules/over-tank', request)).status).toBe(403);
    expect(
      (await api.put('/api/signals/rules/no-rule', { token, json: { deed: 'tell', owner_id: null } })).status,
    ).toBe(404);
  });
});
