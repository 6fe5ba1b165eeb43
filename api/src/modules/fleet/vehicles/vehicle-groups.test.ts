import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import { givenCompany } from '../../../testing/givens/factories.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

const statuses = (replies: readonly { status: number }[]) =>
  replies.map(({ status }) => status).toSorted((a, b) => a - b);

test('only one of simultaneous groups whose titles differ by case alone is made', async () => {
  const { token } = (await givenCompany(api)).admin;
  const create = (title: string) => api.post('/api/vehicle-groups', { token, json: { title } });
  for (const title of ['Запад', 'Восток', 'Урал', 'Волга', 'Кубань']) {
    const made = await Promise.all([create(title), create(title.toLowerCase()), create(title.toUpperCase())]);
    expect(statuses(made)).toEqual([200, 409, 409]);
    expect(made.find(({ status }) => status === 409)?.body.message).toBe('Группа с таким названием уже есть');
  }
});

test('only one of two groups that are renamed to one title at the same moment gets it', async () => {
  const { token } = (await givenCompany(api)).admin;
  const ids: number[] = [];
  for (const title of ['Первая', 'Вторая'])
    ids.push((await api.post('/api/vehicle-groups', { token, json: { title } })).body.data.id);
  const rename = (id: number, title: string) =>
    api.put(`/api/vehicle-groups/${id}`, { token, json: { title } });
  for (const title of ['Алтай', 'Кавказ', 'Карпаты'])
    expect(
      statuses(
        await Promise.all(ids.map((id, place) => rename(id, place === 0 ? title : title.toUpperCase()))),
      ),
    ).toEqual([200, 409]);
});

test('groups of an older portal whose titles differ by case alone get numbers', async () => {
  const { id: companyId } = await givenCompany(api);
  const file = new URL('../../../db/migrations/969-one-group-of-a-title.sql', import.meta.url);
  const old = ['Юг', 'юг', 'ЮГ', 'юг (2)', 'Север'];
  await askOwner(api, 'drop index vehicle_group_title');
  await askOwner(api, 'insert into vehicle_group (company_id, title) select $1, unnest($2::text[])', [
    companyId,
    old,
  ]);
  await askOwner(api, await readFile(file, 'utf8'));
  const groups = await rows(
    api.ctx.db.system,
    sql<{ title: string }>`select title from vehicle_group where company_id = ${companyId} order by id`,
  );
  expect(groups.map(({ title }) => title)).toEqual(['Юг', 'юг (3)', 'ЮГ (4)', 'юг (2)', 'Север']);
});
