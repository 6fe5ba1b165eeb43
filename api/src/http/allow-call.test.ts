import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '../db/database.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { givenStaff } from '../testing/factories.ts';

let api: TestApi;
let staff: string;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = (await givenStaff(api)).token;
});
afterAll(() => api.stop());

function lines(): Promise<{ details: { said: string; file?: string } }[]> {
  return rows(
    api.ctx.db.system,
    sql<{ details: { said: string; file?: string } }>`
      select details from audit_event where what = 'staff-deed' and details ? 'call' order by id`,
  );
}

test('a staff deed is in the audit log even where its words are cut in the middle of a character', async () => {
  const days = { start: '2026-09-15', end: '2026-09-16' };
  for (const before of ['', 'x']) {
    const json = { message: before + '🚚'.repeat(499), ...days };
    expect((await api.put('/staff/api/maintenance', { token: staff, json })).status).toBe(200);
  }
  const kept = await lines();
  expect(kept).toHaveLength(2);
  for (const { details } of kept) expect(details.said).toContain('🚚');
});

test('a staff deed is in the audit log even where its file has a name that the database can’t hold', async () => {
  const before = (await lines()).length;
  const head = `Content-Disposition: form-data; name="file"; filename*=utf-8''a%00b.csv`;
  const csv = 'Широта;Долгота;Регион;Город;Улица;Дом;Бренд;Название;Тип;Оплата по QR;Цена ДТ';
  const row = '55,75;37,61;Москва;Москва;Тверская;1;Роснефть;АЗС № 1;Собственная;да;74,50';
  const body = `--x\r\n${head}\r\n\r\n${csv}\r\n${row}\r\n--x--\r\n`;
  const raw = { type: 'multipart/form-data; boundary=x', body };
  expect((await api.post('/staff/api/stations', { token: staff, raw })).status).toBe(200);
  expect((await lines()).slice(before)).toMatchObject([{ details: { file: 'ab.csv' } }]);
});
