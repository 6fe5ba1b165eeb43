import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { givenCompany } from '../../../../testing/givens/factories.ts';
import { givenRuledFleet } from '../../../../testing/givens/given-ruled-fleet.ts';
import { watchSales } from '../purchase/watch-sales.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  // Only this test sends to the networks.
  api.ctx.config.networkTimeoutMs = 0;
});
afterAll(() => api?.stop());

test('a group’s rule leaves each card’s own limit, and its undo restores it exactly', async () => {
  const { groupWith, ownCard, readCardLimit, listRules, setLimit, setRules, changes, undo, settle } =
    await givenRuledFleet(api);
  const [own, other] = [await ownCard(), await ownCard()];
  const { group } = await groupWith([own, other]);
  await setLimit(own, 350);
  await setLimit(other, 300_000, 'sum', 'P1M');
  await settle(own, other);
  const week = [{ kind: 'litres_week', value: 1500 }];
  await setRules(`/api/rules/groups/${group}`, week);
  await settle(own, other);
  expect([await readCardLimit(own), await readCardLimit(other)]).toEqual([
    '350 amount P1D card',
    '300000 sum P1M card',
  ]);
  const { effective } = await listRules(other);
  expect(effective).toMatchObject([
    { kind: 'litres_week', layer: 'group', held_by: 'portal' },
    { kind: 'sum_month', layer: 'card', held_by: 'network' },
  ]);
  const [{ id }] = await changes();
  expect((await undo(id)).body.data).toEqual({ restored: 1, left: 0 });
  await settle(own, other);
  expect([await readCardLimit(own), await readCardLimit(other)]).toEqual([
    '350 amount P1D card',
    '300000 sum P1M card',
  ]);
});

test('a limit without one of its own is the group’s, and the card says so', async () => {
  const { groupWith, ownCard, shown, readCardLimit, atNetwork, setLimit, setGoods, setRules, settle } =
    await givenRuledFleet(api);
  const card = await ownCard();
  const { group } = await groupWith([card]);
  expect(await readCardLimit(card)).toBe('0 sum P1D none');
  await setRules(`/api/rules/groups/${group}`, [
    { kind: 'litres_week', value: 1500 },
    { kind: 'goods', value: [301] },
  ]);
  await settle(card);
  expect(await readCardLimit(card)).toBe('1500 amount P1W group');
  expect((await shown(card)).goods_source).toBe('group');
  await setLimit(card, 350);
  expect(await readCardLimit(card)).toBe('350 amount P1D card');
  await setLimit(card, 0);
  expect(await readCardLimit(card)).toBe('1500 amount P1W group');
  await setGoods(card, [301, 302, 303, 401, 402, 403, 501, 502]);
  await settle(card);
  expect((await atNetwork(card))?.goodsIds).toHaveLength(8);
  expect((await shown(card)).goods_source).toBe('card');
});

test('a preview shows each card’s changes and remaining own rules, and changes nothing', async () => {
  const { token, groupWith, ownCard, readCardLimit, setLimit, setRules, settle } = await givenRuledFleet(api);
  const [own, other] = [await ownCard(), await ownCard()];
  const { group } = await groupWith([own, other]);
  await setLimit(own, 350);
  const json = { rules: [{ kind: 'litres_day', value: 200 }] };
  const preview = (path: string) => api.post(`/api/rules/${path}/preview`, { token, json });
  expect((await preview(`groups/${group}`)).body.data).toEqual([
    {
      card_id: own.id,
      before: 'До 350 л в сутки',
      after: 'До 350 л в сутки',
      held_by: 'network',
      own: 'До 350 л в сутки',
      stops_for: null,
    },
    {
      card_id: other.id,
      before: 'Без ограничений',
      after: 'До 200 л в сутки',
      held_by: 'network',
      own: null,
      stops_for: null,
    },
  ]);
  await setRules('/api/rules/profile', [{ kind: 'litres_week', value: 900 }]);
  expect((await preview('profile')).body.data).toMatchObject([
    { card_id: own.id, before: 'До 350 л в сутки, до 900 л в неделю', after: 'До 350 л в сутки' },
    { card_id: other.id, before: 'До 900 л в неделю', after: 'До 200 л в сутки' },
  ]);
  await setRules('/api/rules/profile', []);
  await settle(own, other);
  expect(await readCardLimit(other)).toBe('0 sum P1D none');
  const outsider = await givenCompany(api);
  const path = `/api/rules/groups/${group}/preview`;
  expect((await api.post(path, { token: outsider.admin.token, json })).status).toBe(404);
  expect((await api.post(path, { token, json: { rules: [{ kind: 'fly' }] } })).status).toBe(400);
});

test('rules for many cards leave each card’s own limit, and the preview shows it', async () => {
  const { token, ownCard, readCardLimit, setLimit, settle } = await givenRuledFleet(api);
  const card = await ownCard();
  await setLimit(card, 350);
  const json = { ids: [card.id], rules: [{ kind: 'fillings_day', value: 2 }] };
  const after = 'До 350 л в сутки, до 2 заправок в сутки';
  const preview = await api.put('/api/rules/cards', { token, json: { ...json, preview: true } });
  expect(preview.body.data.cards[0].after.replaceAll('\u00a0', ' ')).toBe(after);
  await api.put('/api/rules/cards', { token, json });
  await settle(card);
  expect(await readCardLimit(card)).toBe('350 amount P1D card');
});

test('a limit of diesel counts diesel alone, for the network and for the portal', async () => {
  const { token, ownCard, listRules, settle } = await givenRuledFleet(api);
  const card = await ownCard();
  const json = { unit_count: 100, unit_type: 'amount', period: 'P1D', goodsGroups: [3] };
  await api.post(`/api/card/${card.id}/setLimit`, { token, json });
  await settle(card);
  const fuel = (goods_id: number, litres: number, n: number) =>
    api.post('/dev/fuel', {
      json: {
        card_number: card.number,
        goods_id,
        litres,
        unit_price: 60,
        address: 'М-4',
        external_id: `${card.id} ${n}`,
      },
    });
  expect((await fuel(402, 150, 1)).body.data.sold).toBe(true);
  expect((await fuel(301, 100, 2)).body.data.sold).toBe(true);
  expect((await fuel(301, 1, 3)).body.data.declined.code).toBe('limit');
  const { sentence } = await listRules(card);
  expect(sentence).toBe('До 100 л в сутки (дизельное топливо)');
  const pass = (goods_id: number) =>
    api.post(`/api/card/${card.id}/would-pass`, { token, json: { goods_id, litres: 10 } });
  expect((await pass(402)).body.data.passes).toBe(true);
  expect((await pass(301)).body.data.reasons.map(({ rule }: { rule: string }) => rule)).toEqual(['limit']);
  // This card's network has not received its limit yet, and sells more.
  const late = await ownCard();
  await api.post(`/api/card/${late.id}/setLimit`, { token, json });
  for (const goods_id of [402, 301, 301]) {
    const sale = { card_number: late.number, goods_id, litres: 60, unit_price: 60, address: 'М-4' };
    await api.ctx.simulated?.fuel(sale);
    api.clock.advanceSeconds(1);
  }
  await api.pollNetworks();
  await watchSales(api.ctx);
  const { breaches } = await listRules(late);
  expect(breaches).toMatchObject([{ kind: 'litres_day' }]);
});

test('the check before a trip says how much of the card’s limit is left', async () => {
  const { token, ownCard, setLimit, settle } = await givenRuledFleet(api);
  const card = await ownCard();
  await setLimit(card, 100);
  await settle(card);
  const check = async (litres: number) => {
    const json = { goods_id: 301, litres };
    const { reasons } = (await api.post(`/api/card/${card.id}/would-pass`, { token, json })).body.data;
    return reasons.map(({ sentence }: { sentence: string }) => sentence);
  };
  expect(await check(100)).toEqual([]);
  expect(await check(100.01)).toEqual([expect.stringMatching(/^Лимит карты .*: осталось 100 л\.$/)]);
});

test('an undo gives the network back the goods that a limit counts', async () => {
  const { token, ownCard, atNetwork, changes, undo, settle } = await givenRuledFleet(api);
  const card = await ownCard();
  for (const group of [3, 4]) {
    const json = { unit_count: 100, unit_type: 'amount', period: 'P1D', goodsGroups: [group] };
    await api.post(`/api/card/${card.id}/setLimit`, { token, json });
    await settle(card);
  }
  const [{ id }] = await changes();
  expect((await undo(id)).body.data).toEqual({ restored: 1, left: 0 });
  await settle(card);
  expect((await atNetwork(card))?.limit).toMatchObject({ goodsGroups: [3] });
});
