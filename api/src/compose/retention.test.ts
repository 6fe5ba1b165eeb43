import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RETENTION_PERIODS, RETAINED_OTHERWISE } from '#contract/backoffice/retention.ts';
import { rows } from '../db/database.ts';
import { personalDataPolicy } from '../modules/companies/terms/personal-data-policy.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { givenCompany } from '../testing/givens/factories.ts';
import { deleteSpent } from './delete-spent.ts';

const DAY_SECONDS = 24 * 3600;

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

test('the handbook and the published policy name the periods of the job', () => {
  const handbook = readFileSync(
    new URL('../../../docs/operations/personal-data.md', import.meta.url),
    'utf8',
  );
  const [, table = ''] = handbook.split('`contract/src/backoffice/retention.ts`');
  const lines = table.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
  const retained = Object.values(RETENTION_PERIODS);
  expect(lines.slice(0, retained.length)).toHaveLength(retained.length);
  const policy = personalDataPolicy(api.ctx.config.operator)
    .replaceAll('\u00a0', ' ')
    .replaceAll(/(?<=\d) (?=\d{3})/g, '')
    .toLowerCase();
  for (const [index, { title, days, since, tables }] of retained.entries()) {
    const line = lines[index] ?? '';
    for (const item of tables) expect(line).toContain(`\`${item}\``);
    expect(line).toMatch(new RegExp(`\\| ${days} days? after`));
    expect(policy).toMatch(new RegExp(`${title.toLowerCase()} — ${days} (день|дня|дней) ${since}`));
  }
  for (const { title, until } of RETAINED_OTHERWISE)
    expect(policy).toContain(`${title} — ${until}`.toLowerCase());
});

test('every table that names people stands in one of the lists', async () => {
  const found = await rows(
    api.ctx.db.system,
    sql<{ name: string }>`
      select distinct c.table_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and (
        c.column_name ~ '(^|_)(phone|email|ip|user_agent|device|firstname|lastname|surname|author_id|user_id|by)$'
        or (c.column_name = 'address' and c.table_name like '%letter%'))
      order by 1`,
  );
  const listed = new Set<string>([
    // Stands in for a mail server on a development machine.
    'outbox_letter',
    ...Object.values(RETENTION_PERIODS).flatMap((keptForDay) => [...keptForDay.tables]),
    ...RETAINED_OTHERWISE.flatMap((keptUntil) => [...keptUntil.tables]),
  ]);
  expect(found.map((item) => item.name).filter((name) => !listed.has(name))).toEqual([]);
});

test('address and browser leave a session thirty days after its end', async () => {
  await givenCompany(api);
  const seen = () =>
    rows(
      api.ctx.db.system,
      sql<{ count: number }>`
      select count(*) as count from session where ip is not null or user_agent is not null`,
    );
  const set = sql`update session set ip = '10.0.0.1', user_agent = 'Firefox', closed_at = ${api.clock.now()}`;
  await set.execute(api.ctx.db.system);
  api.clock.advanceSeconds(29 * DAY_SECONDS);
  await deleteSpent(api.ctx);
  expect((await seen())[0]?.count).toBeGreaterThan(0);
  api.clock.advanceSeconds(2 * DAY_SECONDS);
  await deleteSpent(api.ctx);
  expect((await seen())[0]?.count).toBe(0);
});
