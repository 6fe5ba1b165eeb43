import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import type { GivenCard } from '../../../testing/givens/factories.ts';
import { givenRuledFleet, type GivenFleet } from '../../../testing/givens/given-ruled-fleet.ts';

/** `OWN_LIMIT_RUNS=100` tests more runs. */
const RUNS = Number(process.env.OWN_LIMIT_RUNS ?? 4);
const HOUR = 3600;

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  // Only this test sends to the networks.
  api.ctx.config.networkTimeoutMs = 0;
});
afterAll(() => api?.stop());

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

test('whatever is set, undone, refused or late, a network has what the layers say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      api.setMood(() => undefined);
      const fleet = await givenRuledFleet(api);
      const { token, ownCard, groupWith, setLimit, setGoods, setRules, changes, undo, settle } = fleet;
      const card = await ownCard();
      const groups = [await groupWith([card], 'Первая'), await groupWith([], 'Вторая')];
      let place = 0;
      for (const item of steps) {
        api.clock.advanceSeconds(1);
        if (item.do === 'limit') await setLimit(card, item.litres, 'amount', item.period);
        if (item.do === 'goods') await setGoods(card, item.ids);
        if (item.do === 'rules') {
          const at = {
            profile: 'rules/profile',
            group: `rules/groups/${groups[place]?.group}`,
            card: `card/${card.id}/rules`,
          };
          expect((await setRules(`/api/${at[item.layer]}`, item.rules)).status).toBe(200);
        }
        if (item.do === 'undo') {
          const found = (await changes())[item.back];
          if (found) expect([200, 409]).toContain((await undo(found.id)).status);
        }
        if (item.do === 'move') {
          place = item.to;
          const json = { vehicle_id: groups[place]?.truck };
          expect((await api.put(`/api/card/${card.id}/vehicle`, { token, json })).status).toBe(200);
        }
        if (item.do === 'mood') api.setMood(() => item.mood);
        if (item.do === 'settle') await settle(card);
      }
      api.setMood(() => undefined);
      for (let hour = 0; hour < 3; hour += 1) {
        api.clock.advanceSeconds(2 * HOUR);
        await settle(card);
      }
      await expectEnforced(fleet, card);
    }),
    { numRuns: RUNS },
  );
});

/**
 * The network holds the limit and goods that the layers name, unless the card shows that it refused them, or that it
 * took the command and has never carried it out: then staff decide.
 */
async function expectEnforced({ listRules, shown, atNetwork }: GivenFleet, card: GivenCard): Promise<void> {
  const { effective } = (await listRules(card)) as {
    effective: { kind: string; value: unknown; layer: string; held_by: string }[];
  };
  const { limit, goods, choices } = await shown(card);
  const state = await atNetwork(card);
  const isOpen = (kind: string) => choices.some((choice: { kind: string }) => choice.kind === kind);
  const PERIOD = { P1D: 'day', P1W: 'week', P1M: 'month', P3M: 'quarter' } as const;
  const LAYERS = ['card', 'group', 'profile'];
  const limits = effective.filter(({ kind }) => /^(litres|sum)_(day|week|month|quarter)$/.test(kind));
  // The limit shown by the portal is the network's limit.
  if (!isOpen('limit')) {
    expect((state?.limit?.count ?? 0) / 100).toBe(limit.unit_count);
    const nearest = LAYERS.find((layer) => limits.some((item) => item.layer === layer));
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
    const enabled = goods.filter((good: { status_id: number }) => good.status_id === 1);
    expect(enabled.map((item: { cg_id: number }) => item.cg_id)).toEqual(state?.goodsIds);
    const rule = effective.find(({ kind }) => kind === 'goods');
    expect(state?.goodsIds).toEqual(rule?.value ?? [301, 302, 303, 401, 402, 403, 501, 502]);
  }
}
