import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/factories.ts';
import { givenSales } from '../../../testing/given-sales.ts';
import { sendDueNotices } from '../../../testing/notices.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';
import { lookForSignals } from './look-for-signals.ts';
import { tellDigests } from './tell-digests.ts';

let api: TestApi;
let company: GivenCompany;
let token: string;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  api.clock.setTo('2026-09-20T10:00:00+03:00');
  company = await givenCompany(api);
  ({ token } = company.admin);
  const card = await givenCard(api, company.id, { balanceKopecks: 100_000_00 });
  const truck = { plate: 'А123ВС77', tank_litres: 400, card_ids: [card.id] };
  await api.post('/api/vehicles', { token, json: truck });
  await givenSales(api, card, [
    { sum: 6_000_00, at: '2026-09-05T12:00:00+03:00', litres: 300 },
    { sum: 30_000_00, at: '2026-09-12T12:00:00+03:00', litres: 500 },
  ]);
});
afterAll(() => api.stop());

test('a filling of more than the tank is told once, taken by a person and judged', async () => {
  await lookForSignals(api.ctx);
  await lookForSignals(api.ctx);
  const { body } = await api.get('/api/signals?state=new', { token });
  expect(body.data).toMatchObject([
    {
      rule: { key: 'over-tank' },
      operation: { litres: 500 },
      vehicle: { plate: 'А123ВС77' },
      owner: null,
      evidence: expect.stringContaining('500\u00a0л, бак машины 400\u00a0л'),
    },
  ]);
  const path = `/api/signals/${body.data[0].id}`;
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await api.post(`${path}/own`, { token: specialist.token, json: {} })).status).toBe(403);
  const owned = await api.post(`${path}/own`, { token, json: {} });
  expect(owned.body.data).toMatchObject({ state: 'owned', owner: 'Дорожкина Анна' });
  expect((await api.post(`${path}/verdict`, { token, json: { verdict: 'so' } })).status).toBe(400);
  const judged = await api.post(`${path}/verdict`, {
    token,
    json: { verdict: 'waste', note: 'Слил в канистру' },
  });
  expect(judged.body.data).toMatchObject({ state: 'waste', note: 'Слил в канистру' });
  expect((await api.post(`${path}/own`, { token, json: {} })).status).toBe(409);
  const rules = (await api.get('/api/signals', { token })).body.meta.rules;
  expect(rules.find((one: { key: string }) => one.key === 'over-tank')).toMatchObject({
    found: 1,
    precision: 100,
  });
});

test('another company sees and decides nothing of it', async () => {
  const other = await givenCompany(api);
  expect((await api.get('/api/signals', { token: other.admin.token })).body.data).toEqual([]);
  const asked = { token: other.admin.token, json: { verdict: 'false' } };
  expect((await api.post('/api/signals/1/verdict', asked)).status).toBe(404);
});

test('a rule is tried on the past before anybody is told', async () => {
  const tried = (key: string, from: string) =>
    api.post(`/api/signals/rules/${key}/try`, { token, json: { from, to: '2026-09-20' } });
  expect((await tried('over-tank', '2026-09-01')).body.data).toMatchObject({ looked_at: 2, would_tell: 1 });
  expect((await tried('over-tank', '2026-09-13')).body.data).toMatchObject({ looked_at: 0, would_tell: 0 });
  expect((await tried('no-such-rule', '2026-09-01')).status).toBe(404);
  expect((await tried('over-tank', '2026-09-21')).status).toBe(400);
});

describe('a rule that closes', () => {
  let card: GivenCard;

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
    await lookForSignals(api.ctx);
  }

  const signalsOf = async (query = '') =>
    (await api.get(`/api/signals?rule=over-tank&cardId=${card.id}${query}`, { token })).body.data;
  const cardNow = async () => (await api.get(`/api/card/${card.id}`, { token })).body.data;
  const choose = (json: object) => api.put('/api/signals/rules/over-tank', { token, json });

  beforeEach(async () => {
    card = await givenCard(api, company.id, { balanceKopecks: 500_000_00 });
    const plate = `А${100 + (card.id % 900)}ВС99`;
    const truck = { plate, tank_litres: 400, card_ids: [card.id] };
    expect((await api.post('/api/vehicles', { token, json: truck })).status).toBe(200);
    await choose({ deed: 'tell', owner_id: null });
  });

  it('leaves the card alone for what was sold before it was told to', async () => {
    await givenSales(api, card, [{ sum: 30_000_00, at: api.clock.now().toISOString(), litres: 500 }]);
    api.clock.advanceSeconds(60);
    await choose({ deed: 'close', owner_id: null });
    await lookForSignals(api.ctx);
    expect(await signalsOf()).toMatchObject([{ closing: null }]);
    expect((await cardNow()).hold).toBeNull();
  });

  it('closes the card at its network, and says so only when that has answered', async () => {
    await choose({ deed: 'close', owner_id: null });
    await fillBeyondTank();
    expect(await signalsOf()).toMatchObject([{ closing: 'closing' }]);
    expect(await cardNow()).toMatchObject({ status: { id: 1 }, hold: { kind: 'signal' } });
    await networkAnswers();
    expect(await signalsOf()).toMatchObject([{ closing: 'closed' }]);
    const shown = await cardNow();
    expect(shown).toMatchObject({ status: { id: 2 } });
    expect(shown.hold.reason).toContain('Больше бака: Залито 500');
    const refused = await api.put(`/api/card/${card.id}/status`, { token, json: {} });
    expect(refused.status).not.toBe(200);
  });

  it('opens the card with the verdict, unless it was waste', async () => {
    await choose({ deed: 'close', owner_id: null });
    await fillBeyondTank();
    await networkAnswers();
    const [{ id }] = await signalsOf();
    const judge = (verdict: string) => api.post(`/api/signals/${id}/verdict`, { token, json: { verdict } });
    expect((await judge('waste')).body.data).toMatchObject({ closing: 'closed' });
    expect((await judge('false')).body.data).toMatchObject({ closing: 'opening' });
    await networkAnswers();
    expect(await signalsOf()).toMatchObject([{ closing: 'opened' }]);
    expect(await cardNow()).toMatchObject({ status: { id: 1 }, hold: null });
  });

  it('keeps the card closed until the last of its signals lets it go, or a person opens it at once', async () => {
    await choose({ deed: 'close', owner_id: null });
    await fillBeyondTank();
    await networkAnswers();
    api.clock.advanceSeconds(86_400);
    await fillBeyondTank();
    const [newer, older] = await signalsOf('&sort=time');
    const judged = { token, json: { verdict: 'explained' } };
    await api.post(`/api/signals/${older.id}/verdict`, judged);
    expect((await cardNow()).hold).toMatchObject({ kind: 'signal' });
    const opened = await api.post(`/api/signals/${newer.id}/open-card`, { token, json: {} });
    expect(opened.body.data).toMatchObject({ state: 'new', closing: 'opening' });
    expect((await cardNow()).hold).toBeNull();
    expect((await api.post(`/api/signals/${newer.id}/open-card`, { token, json: {} })).status).toBe(409);
  });

  it('finds the signal and closes the card together, also after a process that died between', async () => {
    await choose({ deed: 'close', owner_id: null });
    await givenSales(api, card, [{ sum: 30_000_00, at: api.clock.now().toISOString(), litres: 500 }]);
    api.clock.advanceSeconds(60);
    const { db } = api.ctx;
    const inSystem: typeof db.inSystem = (work) =>
      db.inSystem(async (tx) => {
        await work(tx);
        throw new Error('the process died');
      });
    await expect(lookForSignals({ ...api.ctx, db: { ...db, inSystem } })).rejects.toThrow('died');
    expect((await cardNow()).hold).toBeNull();
    expect(await signalsOf()).toEqual([]);
    await lookForSignals(api.ctx);
    expect(await signalsOf()).toMatchObject([{ closing: 'closing' }]);
  });

  it('is chosen by whoever may change cards, and owned by such a colleague alone', async () => {
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    const json = { deed: 'close', owner_id: specialist.id };
    expect((await choose(json)).status).toBe(400);
    const asked = { token: specialist.token, json: { deed: 'close', owner_id: null } };
    expect((await api.put('/api/signals/rules/over-tank', asked)).status).toBe(403);
    expect(
      (await api.put('/api/signals/rules/no-rule', { token, json: { deed: 'tell', owner_id: null } })).status,
    ).toBe(404);
  });
});

describe('what looks wrong', () => {
  it('is told once a day to whoever owns it, and not at all on a day without news', async () => {
    const other = await givenCompany(api);
    const owner = await givenPerson(api, { companyId: other.id, role: 'manager' });
    const asked = { token: other.admin.token };
    await api.put('/api/signals/owner', { ...asked, json: { owner_id: owner.id } });
    const card = await givenCard(api, other.id, { balanceKopecks: 500_000_00 });
    await api.post('/api/vehicles', {
      ...asked,
      json: { plate: 'К777КК77', tank_litres: 400, card_ids: [card.id] },
    });
    await givenSales(api, card, [{ sum: 30_000_00, at: api.clock.now().toISOString(), litres: 500 }]);
    api.clock.advanceSeconds(60);
    await lookForSignals(api.ctx);
    const titles = async (token_: string) => {
      await sendDueNotices(api);
      const { data } = (await api.get('/api/notices', { token: token_ })).body;
      return data.map((one: { title: string }) => one.title).filter((one: string) => /Что не так/.test(one));
    };
    api.clock.setTo('2026-10-05T08:00:00+03:00');
    await tellDigests(api.ctx);
    expect(await titles(owner.token)).toEqual([]);
    api.clock.setTo('2026-10-05T09:00:00+03:00');
    await tellDigests(api.ctx);
    await tellDigests(api.ctx);
    expect(await titles(owner.token)).toEqual([
      expect.stringMatching(/^Что не так: 1\sновый сигнал на 30\s000,00\s₽$/),
    ]);
    expect(await titles(other.admin.token)).toEqual([]);
    api.clock.setTo('2026-10-06T09:00:00+03:00');
    await tellDigests(api.ctx);
    expect(await titles(owner.token)).toHaveLength(1);
  });

  it('is told to the admins with how much waits, when its owner may decide no more', async () => {
    const other = await givenCompany(api);
    const gone = await givenPerson(api, { companyId: other.id, role: 'manager' });
    const asked = { token: other.admin.token };
    await api.put('/api/signals/owner', { ...asked, json: { owner_id: gone.id } });
    const card = await givenCard(api, other.id, { balanceKopecks: 500_000_00 });
    await api.post('/api/vehicles', {
      ...asked,
      json: { plate: 'К778КК77', tank_litres: 400, card_ids: [card.id] },
    });
    await givenSales(api, card, [{ sum: 30_000_00, at: api.clock.now().toISOString(), litres: 500 }]);
    api.clock.advanceSeconds(60);
    await lookForSignals(api.ctx);
    await sql`update app_user set role = 'specialist' where id = ${gone.id}`.execute(api.ctx.db.system);
    api.clock.setTo('2026-10-09T09:00:00+03:00');
    await tellDigests(api.ctx);
    await sendDueNotices(api);
    const { data } = (await api.get('/api/notices', asked)).body;
    const told = data.find((one: { title: string }) => /Что не так/.test(one.title));
    expect(told).toMatchObject({ text: expect.stringMatching(/Ждут решения: 1, старшему 3\sдня/) });
  });

  it('is listed by weight with the person’s own first, on pages that new finds do not move', async () => {
    const { body } = await api.get('/api/signals?perPage=1', { token });
    const upTo = body.meta.up_to;
    const all = (await api.get(`/api/signals?perPage=50&upTo=${upTo}`, { token })).body.data;
    const last = all.at(-1);
    const mine = all.find(
      (one: { state: string; id: number }) => one.state === 'new' && one.id !== all[0].id,
    );
    await api.post(`/api/signals/${mine.id}/own`, { token, json: {} });
    const now = (await api.get(`/api/signals?perPage=50&upTo=${upTo}`, { token })).body;
    expect(now.data[0]).toMatchObject({ id: mine.id, is_mine: true });
    expect(now.meta.pagination.total).toBe(all.length);
    expect(now.meta.open).toMatchObject({ mine: 1 });
    const owned = (await api.get('/api/signals?owner=me', { token })).body.data;
    expect(owned.map((one: { is_mine: boolean }) => one.is_mine)).not.toContain(false);
    const earlier = (await api.get(`/api/signals?upTo=${last.id}&perPage=50`, { token })).body.data;
    expect(earlier.every((one: { id: number }) => one.id <= last.id)).toBe(true);
  });

  it('is given to a colleague, who has still to take it', async () => {
    const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
    const [one] = (await api.get('/api/signals?state=new', { token })).body.data;
    const given = await api.post(`/api/signals/${one.id}/assign`, { token, json: { owner_id: manager.id } });
    expect(given.body.data).toMatchObject({ state: 'new', is_mine: false });
    const his = (await api.get('/api/signals?owner=me', { token: manager.token })).body.data;
    expect(his).toMatchObject([{ id: one.id, is_mine: true }]);
  });
});
