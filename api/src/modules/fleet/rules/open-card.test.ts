import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPANY_BLOCKED } from '#contract/companies/blocks.ts';
import { CARD_STATUS } from '#contract/ids.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';
import { maintainRules } from './maintain-rules.ts';

let api: TestApi;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
});
afterAll(() => api.stop());

/** Does what the queue would, and lets the network take its time. */
async function networkConfirms(card: GivenCard): Promise<void> {
  const waiting = await rows(
    api.ctx.db.system,
    sql<{ id: number }>`select id from operation where card_id = ${card.id} and status_id = 2 order by id`,
  );
  for (const { id } of waiting) await carryOutOperation(api.ctx, id);
  api.clock.advanceSeconds(4);
  await api.pollNetworks();
}

async function closedCard(): Promise<GivenCard> {
  const card = await givenCard(api, company.id, { balanceKopecks: 10_000_00 });
  const json = { rules: [{ kind: 'on_request', value: 30 }] };
  await api.put(`/api/card/${card.id}/rules`, { token: company.admin.token, json });
  return card;
}

function open(card: GivenCard, minutes: number) {
  return api.post(`/api/card/${card.id}/open`, { token: company.admin.token, json: { minutes } });
}

async function readState(card: GivenCard) {
  const { token } = company.admin;
  const rules = (await api.get(`/api/card/${card.id}/rules`, { token })).body.data;
  const shown = (await api.get(`/api/card/${card.id}`, { token })).body.data;
  return { opening: rules.opening.state, status: shown.status.id, hold: shown.hold?.kind ?? null };
}

test('a card closed by default opens for its minutes, and network silence is shown', async () => {
  const card = await closedCard();
  expect(await readState(card)).toEqual({ opening: 'closing', status: CARD_STATUS.active, hold: 'rules' });
  await networkConfirms(card);
  expect(await readState(card)).toMatchObject({ opening: 'closed', status: CARD_STATUS.blocked });
  const opened = await open(card, 10);
  expect(opened.body.data).toMatchObject({ state: 'opening', minutes: 30 });
  expect(await readState(card)).toMatchObject({ opening: 'opening', hold: null });
  await networkConfirms(card);
  expect(await readState(card)).toMatchObject({ opening: 'open', status: CARD_STATUS.active });
  api.clock.advanceSeconds(600);
  await maintainRules(api.ctx);
  await networkConfirms(card);
  expect(await readState(card)).toMatchObject({ opening: 'closed', status: CARD_STATUS.blocked });
});

test('when a process dies after the command to open, the next one closes the card', async () => {
  const card = await closedCard();
  await networkConfirms(card);
  await open(card, 5);
  // Nothing of the first process is left but what is stored.
  const after = await startApi({ jobs: false, databaseUrl: api.databaseUrl });
  try {
    after.clock.setTo(new Date(api.clock.now().getTime() + 301_000).toISOString());
    await maintainRules(after.ctx);
    const [last] = await rows(
      api.ctx.db.system,
      sql<{
        type_id: number;
      }>`select type_id from operation where card_id = ${card.id} order by id desc limit 1`,
    );
    expect(last?.type_id).toBe(3);
    expect((await readState(card)).hold).toBe('rules');
  } finally {
    await after.stop();
  }
});

test('a card is opened no longer than its rule says, and not against another rule', async () => {
  const card = await closedCard();
  expect((await open(card, 31)).body.message).toContain('не дольше чем на 30');
  const rules = [
    { kind: 'on_request', value: 30 },
    { kind: 'hours', value: { days: [1], from: '03:00', to: '03:01' } },
  ];
  await api.put(`/api/card/${card.id}/rules`, { token: company.admin.token, json: { rules } });
  expect((await open(card, 10)).body.message).toContain('пн 3–3:01');
  const free = await givenCard(api, company.id);
  expect((await open(free, 10)).status).toBe(400);
});

test('a card that rules keep closed shows its owner how to open it', async () => {
  const card = await closedCard();
  await networkConfirms(card);
  const refused = await api.post(`/api/card/${card.id}/changeStatus`, {
    token: company.admin.token,
    form: {},
  });
  expect(refused.status).toBe(403);
  expect(refused.body.message).toContain('правила вашей компании');
});

test('hours close a card and open it again by the clock alone', async () => {
  const card = await givenCard(api, company.id, { balanceKopecks: 10_000_00 });
  const hours = { days: [1, 2, 3, 4, 5, 6, 7], from: '10:00', to: '11:30' };
  const json = { rules: [{ kind: 'hours', value: hours }] };
  const day = new Date(api.clock.now().getTime() + 2 * 24 * 3_600_000).toISOString().slice(0, 10);
  const holds = [];
  for (const time of ['09:40', '10:00', '11:29', '11:30']) {
    api.clock.setTo(`${day}T${time}:00+03:00`);
    if (holds.length === 0) await api.put(`/api/card/${card.id}/rules`, { token: company.admin.token, json });
    await maintainRules(api.ctx);
    const { body } = await api.get(`/api/card/${card.id}`, { token: company.admin.token });
    holds.push(body.data.hold?.kind ?? null);
  }
  expect(holds).toEqual(['rules', null, null, 'rules']);
});

test('a blocked company opens no card, changes no rules and answers no request', async () => {
  const own = await givenCompany(api);
  const { token } = own.admin;
  const card = await givenCard(api, own.id, { balanceKopecks: 10_000_00 });
  const json = { rules: [{ kind: 'on_request', value: 30 }] };
  await api.put(`/api/card/${card.id}/rules`, { token, json });
  const [{ id: change }] = (await api.get('/api/rules/changes', { token })).body.data;
  const asked = { card_id: card.id, goods_id: 301, litres: 90, reason: 'Рейс' };
  const { id: exception } = (await api.post('/api/exceptions', { token, json: asked })).body.data;
  await sql`update company set blocked_at = now() where id = ${own.id}`.execute(api.ctx.db.system);
  for (const requested of [
    api.post(`/api/card/${card.id}/open`, { token, json: { minutes: 10 } }),
    api.put(`/api/card/${card.id}/rules`, { token, json }),
    api.post(`/api/rules/changes/${change}/undo`, { token, json: {} }),
    api.post(`/api/exceptions/${exception}/approve`, { token, json: {} }),
  ])
    expect((await requested).body).toMatchObject({ code: 403, message: COMPANY_BLOCKED });
});
