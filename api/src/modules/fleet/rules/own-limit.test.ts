import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCompany, type GivenCard, type GivenCompany } from '../../../testing/factories.ts';
import { syncCard } from '../../cards/cards/sync-card.ts';
import { keepRules } from './keep-rules.ts';

/** `OWN_LIMIT_RUNS=100` looks longer. */
const RUNS = Number(process.env.OWN_LIMIT_RUNS ?? 4);
const HOUR = 3600;

let api: TestApi;
let company: GivenCompany;
let token: string;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  // Nobody tells the networks but this test.
  api.ctx.config.networkPatienceMs = 0;
});
afterAll(() => api?.stop());
beforeEach(async () => {
  api.setMood(() => undefined);
  company = await givenCompany(api);
  ({ token } = company.admin);
});

let serial = 0;
async function groupWith(cards: readonly GivenCard[], title = 'Дальние рейсы') {
  const group = (await api.post('/api/vehicle-groups', { token, json: { title } })).body.data.id as number;
  serial += 1;
  const plate = `А${String(serial).padStart(3, '0')}ВС77`;
  const json = { plate, group_id: group, card_ids: cards.map(({ id }) => id) };
  const truck = (await api.post('/api/vehicles', { token, json })).body.data.id as number;
  return { group, truck };
}

const ownCard = () => givenCard(api, company.id, { partnerId: PARTNER.gpn, balanceKopecks: 100_000_00 });
const shown = async ({ id }: GivenCard) => (await api.get(`/api/card/${id}`, { token })).body.data;
const limitOf = async (card: GivenCard) => {
  const { limit } = await shown(card);
  return `${limit.unit_count} ${limit.unit.id} ${limit.period.id} ${limit.source}`;
};
const atNetwork = async ({ number }: GivenCard) =>
  (await api.ctx.networkOf(PARTNER.gpn).cardStates()).find((one) => one.cardNumber === number);
const setLimit = ({ id }: GivenCard, unit_count: number, unit_type = 'amount', period = 'P1D') =>
  api.post(`/api/card/${id}/setLimit`, { token, json: { unit_count, unit_type, period, goodsGroups: [] } });
const setGoods = ({ id }: GivenCard, cg_ids: readonly number[]) =>
  api.post(`/api/card/${id}/setGoods`, { token, json: { cg_ids } });
const setRules = (path: string, rules: object[]) => api.put(path, { token, json: { rules } });
const changes = async () => (await api.get('/api/rules/changes', { token })).body.data;
const undo = (id: number) => api.post(`/api/rules/changes/${id}/undo`, { token, json: {} });

/** The networks hear of all that was chosen, and the loop looks at the cards. */
async function settle(...cards: GivenCard[]): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await keepRules(api.ctx);
    for (const { id } of cards) await syncCard(api.ctx, id);
  }
  await keepRules(api.ctx);
}

test('a group’s rule leaves each card’s own limit, and its undo brings back exactly what was', async () => {
  const [own, other] = [await ownCard(), await ownCard()];
  const { group } = await groupWith([own, other]);
  await setLimit(own, 350);
  await setLimit(other, 300_000, 'sum', 'P1M');
  await settle(own, other);
  const week = [{ kind: 'litres_week', value: 1500 }];
  await setRules(`/api/rules/groups/${group}`, week);
  await settle(own, other);
  expect([await limitOf(own), await limitOf(other)]).toEqual(['350 amount P1D card', '300000 sum P1M card']);
  const { effective } = (await api.get(`/api/card/${other.id}/rules`, { token })).body.data;
  expect(effective).toMatchObject([
    { kind: 'litres_week', layer: 'group', held_by: 'portal' },
    { kind: 'sum_month', layer: 'card', held_by: 'network' },
  ]);
  const [{ id }] = await changes();
  expect((await undo(id)).body.data).toEqual({ restored: 1, left: 0 });
  await settle(own, other);
  expect([await limitOf(own), await limitOf(other)]).toEqual(['350 amount P1D card', '300000 sum P1M card']);
});

test('a limit without one of its own is the group’s, and the card says so', async () => {
  const card = await ownCard();
  const { group } = await groupWith([card]);
  expect(await limitOf(card)).toBe('0 sum P1D none');
  await setRules(`/api/rules/groups/${group}`, [
    { kind: 'litres_week', value: 1500 },
    { kind: 'goods', value: [301] },
  ]);
  await settle(card);
  expect(await limitOf(card)).toBe('1500 amount P1W group');
  expect((await shown(card)).goods_source).toBe('group');
  await setLimit(card, 350);
  expect(await limitOf(card)).toBe('350 amount P1D card');
  await setLimit(card, 0);
  expect(await limitOf(card)).toBe('1500 amount P1W group');
  await setGoods(card, [301, 302, 303, 401, 402, 403, 501, 502]);
  await settle(card);
  expect((await atNetwork(card))?.goodsIds).toHaveLength(8);
  expect((await shown(card)).goods_source).toBe('card');
});

test('a preview says for each card what would change and which own rules stay, and changes nothing', async () => {
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
    },
    {
      card_id: other.id,
      before: 'Без ограничений',
      after: 'До 200 л в сутки',
      held_by: 'network',
      own: null,
    },
  ]);
  expect((await preview('profile')).body.data).toHaveLength(2);
  await settle(own, other);
  expect(await limitOf(other)).toBe('0 sum P1D none');
  const stranger = await givenCompany(api);
  const path = `/api/rules/groups/${group}/preview`;
  expect((await api.post(path, { token: stranger.admin.token, json })).status).toBe(404);
  expect((await api.post(path, { token, json: { rules: [{ kind: 'fly' }] } })).status).toBe(400);
});

test('a refused limit is taken back out of the card’s rules, and its undo says why there is nothing to do', async () => {
  const card = await ownCard();
  await setLimit(card, 350);
  await settle(card);
  api.setMood(({ kind }) => (kind === 'set-limit' ? 'refuse' : undefined));
  await setLimit(card, 500);
  await settle(card);
  expect(await limitOf(card)).toBe('350 amount P1D card');
  const { rules } = (await api.get(`/api/card/${card.id}/rules`, { token })).body.data;
  expect(rules).toEqual([{ kind: 'litres_day', value: 350 }]);
  const [{ id, refused }] = await changes();
  expect(refused).toMatch(/[а-я]/i);
  expect((await undo(id)).body).toMatchObject({
    code: 409,
    message: expect.stringContaining('Сеть отказала'),
  });
});

test('a group’s limit that the network refuses is the portal’s, says so, and is asked for once', async () => {
  const card = await ownCard();
  const { group } = await groupWith([card]);
  let asked = 0;
  api.setMood(({ kind }) => {
    if (kind !== 'set-limit') return undefined;
    asked += 1;
    return 'refuse';
  });
  await setRules(`/api/rules/groups/${group}`, [{ kind: 'litres_day', value: 200 }]);
  await settle(card);
  api.clock.advanceSeconds(2 * HOUR);
  await settle(card);
  expect(asked).toBe(1);
  const { effective } = (await api.get(`/api/card/${card.id}/rules`, { token })).body.data;
  expect(effective).toMatchObject([{ kind: 'litres_day', held_by: 'portal' }]);
  const { subjects } = (await api.get(`/api/rules/changes/${(await changes())[0].id}`, { token })).body.data;
  expect(subjects).toMatchObject([{ state: 'problem', problem: expect.stringContaining('Сеть отказала') }]);
});

test('an undo of one change leaves what was chosen by hand since, and says so where it is the same', async () => {
  const card = await ownCard();
  await setLimit(card, 350);
  await setGoods(card, [301]);
  const [goods, limit] = await changes();
  await setLimit(card, 400);
  expect((await undo(limit.id)).body.data).toEqual({ restored: 0, left: 1 });
  expect((await undo(goods.id)).body.data).toEqual({ restored: 1, left: 0 });
  await settle(card);
  expect(await limitOf(card)).toBe('400 amount P1D card');
  expect((await atNetwork(card))?.goodsIds).toHaveLength(8);
});

test('rules for many cards leave the limit that was chosen for each, and the preview shows it', async () => {
  const card = await ownCard();
  await setLimit(card, 350);
  const json = { ids: [card.id], rules: [{ kind: 'fillings_day', value: 2 }] };
  const after = 'До 350 л в сутки, до 2 заправок в сутки';
  const preview = await api.put('/api/rules/cards', { token, json: { ...json, preview: true } });
  expect(preview.body.data.cards[0].after.replaceAll('\u00a0', ' ')).toBe(after);
  await api.put('/api/rules/cards', { token, json });
  await settle(card);
  expect(await limitOf(card)).toBe('350 amount P1D card');
});

test('a limit of diesel counts diesel alone, for the network and for the portal', async () => {
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
  const { sentence } = (await api.get(`/api/card/${card.id}/rules`, { token })).body.data;
  expect(sentence).toBe('До 100 л в сутки (дизельное топливо)');
  const pass = (goods_id: number) =>
    api.post(`/api/card/${card.id}/would-pass`, { token, json: { goods_id, litres: 10 } });
  expect((await pass(402)).body.data.passes).toBe(true);
  expect((await pass(301)).body.data.reasons.map(({ rule }: { rule: string }) => rule)).toEqual(['limit']);
});

test('the migration makes limits and goods rules of their cards and tells no network', async () => {
  const [own, pushed] = [await ownCard(), await ownCard()];
  const { system } = api.ctx.db;
  await sql`update card set limit_count = 35050, limit_unit = 'amount', limit_period = 'P1D', limit_goods_groups = '{3}',
    goods_ids = '{301,302}' where id = ${own.id}`.execute(system);
  await sql`update card set limit_count = 150000, limit_unit = 'amount', limit_period = 'P1W' where id = ${pushed.id}`.execute(
    system,
  );
  const limit = { kind: 'litres_week', count: 1500, unit: 'amount', period: 'P1W' };
  await sql`insert into rule_card (company_id, card_id, asked_by, pushed_limit)
    values (${company.id}, ${pushed.id}, ${company.admin.id}, ${JSON.stringify(limit)}::jsonb)`.execute(
    system,
  );
  await setRules('/api/rules/profile', [{ kind: 'litres_week', value: 1500 }]);
  const file = new URL('../../../db/migrations/935-own-layer-of-cards.sql', import.meta.url);
  const text = await readFile(file, 'utf8');
  // Its columns are there already.
  const fill = text.slice(text.indexOf('create temporary table')).replaceAll(/^ *--.*$/gm, '');
  await api.ctx.db.system.transaction().execute(async (tx) => {
    await sql`reset role`.execute(tx);
    for (const statement of fill.split(/;\s*$/m).filter((one) => one.trim() !== ''))
      await sql.raw(statement).execute(tx);
  });
  await settle(own, pushed);
  expect([await limitOf(own), await limitOf(pushed)]).toEqual([
    '350.5 amount P1D card',
    '1500 amount P1W profile',
  ]);
  const { sentence } = (await api.get(`/api/card/${own.id}/rules`, { token })).body.data;
  expect(sentence.replaceAll('\u00a0', ' ')).toContain('до 350,5 л в сутки (дизельное топливо)');
  expect((await shown(own)).choices).toEqual([]);
  expect((await atNetwork(own))?.limit ?? null).toBeNull();
});

type Step =
  | { do: 'limit'; litres: number; period: string }
  | { do: 'goods'; ids: readonly number[] }
  | { do: 'rules'; layer: 'profile' | 'group' | 'card'; rules: object[] }
  | { do: 'undo'; back: number }
  | { do: 'move'; to: number }
  | { do: 'mood'; mood: 'never' | 'refuse' | undefined }
  | { do: 'settle' };

const someRules = fc
  .tuple(
    fc.option(fc.constantFrom('litres_day', 'litres_week', 'sum_day', 'sum_month')),
    fc.option(fc.constantFrom([301], [301, 302, 402])),
    fc.integer({ min: 1, max: 5 }),
  )
  .map(([kind, goods, n]) => [
    ...(kind ? [{ kind, value: n * 100 }] : []),
    ...(goods ? [{ kind: 'goods', value: goods }] : []),
  ]);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('limit' as const),
    litres: fc.constantFrom(0, 150, 350),
    period: fc.constantFrom('P1D', 'P1M'),
  }),
  fc.record({
    do: fc.constant('goods' as const),
    ids: fc.constantFrom([301], [301, 402], [301, 302, 303, 401, 402, 403, 501, 502]),
  }),
  fc.record({
    do: fc.constant('rules' as const),
    layer: fc.constantFrom('profile' as const, 'group' as const, 'card' as const),
    rules: someRules,
  }),
  fc.record({ do: fc.constant('undo' as const), back: fc.nat({ max: 3 }) }),
  fc.record({ do: fc.constant('move' as const), to: fc.nat({ max: 1 }) }),
  fc.record({
    do: fc.constant('mood' as const),
    mood: fc.constantFrom('never' as const, 'refuse' as const, undefined),
  }),
  fc.record({ do: fc.constant('settle' as const) }),
);

test('whatever is set, undone, moved, refused or late, a network holds what the layers say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      api.setMood(() => undefined);
      company = await givenCompany(api);
      ({ token } = company.admin);
      const card = await ownCard();
      const groups = [await groupWith([card], 'Первая'), await groupWith([], 'Вторая')];
      let place = 0;
      for (const one of steps) {
        api.clock.advanceSeconds(1);
        if (one.do === 'limit') await setLimit(card, one.litres, 'amount', one.period);
        if (one.do === 'goods') await setGoods(card, one.ids);
        if (one.do === 'rules') {
          const at = {
            profile: 'rules/profile',
            group: `rules/groups/${groups[place]?.group}`,
            card: `card/${card.id}/rules`,
          };
          expect((await setRules(`/api/${at[one.layer]}`, one.rules)).status).toBe(200);
        }
        if (one.do === 'undo') {
          const found = (await changes())[one.back];
          if (found) expect([200, 409]).toContain((await undo(found.id)).status);
        }
        if (one.do === 'move') {
          place = one.to;
          const json = { vehicle_id: groups[place]?.truck };
          expect((await api.put(`/api/card/${card.id}/vehicle`, { token, json })).status).toBe(200);
        }
        if (one.do === 'mood') api.setMood(() => one.mood);
        if (one.do === 'settle') await settle(card);
      }
      api.setMood(() => undefined);
      for (let hour = 0; hour < 3; hour += 1) {
        api.clock.advanceSeconds(2 * HOUR);
        await settle(card);
      }
      await expectHeld(card);
    }),
    { numRuns: RUNS },
  );
});

/**
 * The network holds the limit and goods that the layers name, unless the card shows that it refused them, or that it
 * took the command and has never carried it out: then staff decide.
 */
async function expectHeld(card: GivenCard): Promise<void> {
  const { effective } = (await api.get(`/api/card/${card.id}/rules`, { token })).body.data as {
    effective: { kind: string; value: unknown; layer: string; held_by: string }[];
  };
  const { limit, goods, choices } = await shown(card);
  const state = await atNetwork(card);
  const isOpen = (kind: string) => choices.some((choice: { kind: string }) => choice.kind === kind);
  const PERIOD = { P1D: 'day', P1W: 'week', P1M: 'month', P3M: 'quarter' } as const;
  const LAYERS = ['card', 'group', 'profile'];
  const limits = effective.filter(({ kind }) => /^(litres|sum)_(day|week|month|quarter)$/.test(kind));
  // What the portal shows is what the network has.
  if (!isOpen('limit')) {
    expect((state?.limit?.count ?? 0) / 100).toBe(limit.unit_count);
    const nearest = LAYERS.find((layer) => limits.some((one) => one.layer === layer));
    expect(limit.source).toBe(nearest ?? 'none');
    if (nearest) {
      const measure = limit.unit.id === 'amount' ? 'litres' : 'sum';
      const kind = `${measure}_${PERIOD[limit.period.id as keyof typeof PERIOD]}`;
      expect(limits).toContainEqual(
        expect.objectContaining({ kind, value: limit.unit_count, layer: nearest, held_by: 'network' }),
      );
    } else expect(limit.unit_count).toBe(0);
  }
  if (!isOpen('goods')) {
    const enabled = goods.filter((one: { status_id: number }) => one.status_id === 1);
    expect(enabled.map((one: { cg_id: number }) => one.cg_id)).toEqual(state?.goodsIds);
    const rule = effective.find(({ kind }) => kind === 'goods');
    expect(state?.goodsIds).toEqual(rule?.value ?? [301, 302, 303, 401, 402, 403, 501, 502]);
  }
}
