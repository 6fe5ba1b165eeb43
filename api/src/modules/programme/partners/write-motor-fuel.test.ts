import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { motorFuel } from '../../../gateways/fuel-network/goods-of-title.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { writeMotorFuel } from './partners.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

const TITLES = [
  'ДТ; дт-е-к5; ДТ ОПТИ; Дизельное топливо; Diesel; Бензин; Аи-92; АИ-95-К5; G-Drive 98; СУГ; пропан; Газ; автогаз',
  'Газомоторное топливо; КПГ (метан); ; Кофе 95; Товары магазина; AdBlue; Ad-Blue 10 л; Адблю; Мочевина; DEF',
  'Масло дизельное; Мойка; Антифриз G12; Присадка в ДТ',
].flatMap((some) => some.split('; '));

test('the database and the program say the same of every sale: which motor fuel it is', async () => {
  const sold = [null, 0, 1, 301, 402, 502].flatMap((goodsId) => TITLES.map((title) => ({ goodsId, title })));
  const found = await rows(
    api.ctx.db.system,
    sql<{ item: number | null }>`
      select ${writeMotorFuel()} as item
      from unnest(${sold.map(({ goodsId }) => goodsId)}::int[], ${sold.map(({ title }) => title)}::text[])
        with ordinality as operation (goods_id, goods_title, place) order by place`,
  );
  expect(found.map(({ item }) => item)).toEqual(sold.map(motorFuel));
  expect(new Set(found.map(({ item }) => item))).toEqual(new Set([null, 3, 4, 5]));
});
