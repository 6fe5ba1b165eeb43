import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { givenRuledFleet } from '../../../../testing/givens/given-ruled-fleet.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  // Only this test sends to the networks.
  api.ctx.config.networkTimeoutMs = 0;
});
afterAll(() => api?.stop());

test('the migration makes limits and goods rules of their cards and sends nothing', async () => {
  const { company, ownCard, shown, readCardLimit, atNetwork, listRules, setRules, settle } =
    await givenRuledFleet(api);
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
  const file = new URL('../../../../db/migrations/935-own-layer-of-cards.sql', import.meta.url);
  const text = await readFile(file, 'utf8');
  // Its columns are there already.
  const fill = text.slice(text.indexOf('create temporary table')).replaceAll(/^ *--.*$/gm, '');
  await api.ctx.db.system.transaction().execute(async (tx) => {
    await sql`reset role`.execute(tx);
    for (const statement of fill.split(/;\s*$/m).filter((value) => value.trim() !== ''))
      await sql.raw(statement).execute(tx);
  });
  await settle(own, pushed);
  expect([await readCardLimit(own), await readCardLimit(pushed)]).toEqual([
    '350.5 amount P1D card',
    '1500 amount P1W profile',
  ]);
  const { sentence } = await listRules(own);
  expect(sentence.replaceAll('\u00a0', ' ')).toContain('до 350,5 л в сутки (дизельное топливо)');
  expect((await shown(own)).choices).toEqual([]);
  expect((await atNetwork(own))?.limit ?? null).toBeNull();
});

test('goods from before the first rules return whenever no rule names goods any more', async () => {
  const { ownCard, atNetwork, setLimit, setGoods, setRules, settle } = await givenRuledFleet(api);
  const card = await ownCard();
  const goodsUnder = async (...rules: object[]) => {
    expect((await setRules('/api/rules/profile', rules)).status).toBe(200);
    await settle(card);
    return (await atNetwork(card))?.goodsIds;
  };
  const diesel = { kind: 'goods', value: [301] };
  expect(await goodsUnder(diesel)).toEqual([301]);
  // Versions before 0.6.0 stored what the network had enforced.
  await sql`update rule_card set goods_before = '{301,302}' where card_id = ${card.id}`.execute(
    api.ctx.db.system,
  );
  await setLimit(card, 350);
  expect(await goodsUnder({ kind: 'goods', value: [402] })).toEqual([402]);
  expect(await goodsUnder()).toEqual([301, 302]);
  expect(await goodsUnder(diesel)).toEqual([301]);
  expect(await goodsUnder()).toEqual([301, 302]);
  await setGoods(card, [301, 302, 303, 401, 402, 403, 501, 502]);
  expect(await goodsUnder(diesel)).toEqual([301]);
  expect(await goodsUnder()).toHaveLength(8);
});
