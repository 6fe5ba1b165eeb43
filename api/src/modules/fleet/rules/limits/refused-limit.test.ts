import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { givenRuledFleet } from '../../../../testing/givens/given-ruled-fleet.ts';
import { putMaintenance } from '../../../programme/maintenance/maintenance.ts';

const HOUR = 3600;

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  // Only this test sends to the networks.
  api.ctx.config.networkTimeoutMs = 0;
});
afterAll(() => api?.stop());
beforeEach(() => api.setMood(() => undefined));

test('a refused limit leaves the card’s rules, and its undo says why it does nothing', async () => {
  const { ownCard, readCardLimit, listRules, setLimit, changes, undo, settle } = await givenRuledFleet(api);
  const card = await ownCard();
  await setLimit(card, 350);
  await settle(card);
  api.setMood(({ kind }) => (kind === 'set-limit' ? 'refuse' : undefined));
  await setLimit(card, 500);
  await settle(card);
  expect(await readCardLimit(card)).toBe('350 amount P1D card');
  const { rules } = await listRules(card);
  expect(rules).toEqual([{ kind: 'litres_day', value: 350 }]);
  const [{ id, refused }] = await changes();
  expect(refused).toMatch(/[а-я]/i);
  expect((await undo(id)).body).toMatchObject({
    code: 409,
    message: expect.stringContaining('Сеть отказала'),
  });
});

test('a limit that the network refuses stays the portal’s and is sent once a change', async () => {
  const { token, groupWith, ownCard, listRules, setRules, changes, settle } = await givenRuledFleet(api);
  const card = await ownCard();
  const { group } = await groupWith([card]);
  let requested = 0;
  api.setMood(({ kind }) => {
    if (kind !== 'set-limit') return undefined;
    requested += 1;
    return 'refuse';
  });
  await setRules(`/api/rules/groups/${group}`, [{ kind: 'litres_day', value: 200 }]);
  await settle(card);
  api.clock.advanceSeconds(2 * HOUR);
  await settle(card);
  expect(requested).toBe(1);
  const { effective } = await listRules(card);
  expect(effective).toMatchObject([{ kind: 'litres_day', held_by: 'portal' }]);
  const { subjects } = (await api.get(`/api/rules/changes/${(await changes())[0].id}`, { token })).body.data;
  expect(subjects).toMatchObject([{ state: 'problem', problem: expect.stringContaining('Сеть отказала') }]);
  api.clock.advanceSeconds(1);
  await setRules(`/api/rules/groups/${group}`, [{ kind: 'litres_day', value: 200 }]);
  await settle(card);
  expect(requested).toBe(2);
});

test('an undo of one change leaves later manual choices, and says so where equal', async () => {
  const { ownCard, readCardLimit, atNetwork, setLimit, setGoods, changes, undo, settle } =
    await givenRuledFleet(api);
  const card = await ownCard();
  await setLimit(card, 350);
  await setGoods(card, [301]);
  const [goods, limit] = await changes();
  await setLimit(card, 400);
  expect((await undo(limit.id)).body.data).toEqual({ restored: 0, left: 1 });
  expect((await undo(goods.id)).body.data).toEqual({ restored: 1, left: 0 });
  await settle(card);
  expect(await readCardLimit(card)).toBe('400 amount P1D card');
  expect((await atNetwork(card))?.goodsIds).toHaveLength(8);
});

test('rules set during maintenance reach the network within a minute of its end', async () => {
  const { token, ownCard, atNetwork, setRules, changes, settle } = await givenRuledFleet(api);
  const card = await ownCard();
  const startsAt = api.clock.now();
  const endsAt = new Date(startsAt.getTime() + 600_000);
  const maintenance = { partnerId: PARTNER.gpn, message: 'Сеть обновляется', startsAt, endsAt };
  await putMaintenance(api.ctx.db.system, maintenance);
  await setRules(`/api/card/${card.id}/rules`, [{ kind: 'litres_day', value: 200 }]);
  await settle(card);
  expect((await atNetwork(card))?.limit ?? null).toBeNull();
  const [{ id }] = await changes();
  const { subjects } = (await api.get(`/api/rules/changes/${id}`, { token })).body.data;
  expect(subjects).toMatchObject([
    { state: 'problem', problem: expect.stringContaining('Сеть обновляется') },
  ]);
  api.clock.advanceSeconds(660);
  await settle(card);
  expect((await atNetwork(card))?.limit).toMatchObject({ count: 200_00 });
  await setRules(`/api/card/${card.id}/rules`, [{ kind: 'litres_day', value: 300 }]);
  await settle(card);
  expect((await atNetwork(card))?.limit).toMatchObject({ count: 300_00 });
});
