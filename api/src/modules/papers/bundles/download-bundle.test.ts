import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TimeStampsUnavailable, type TimeStamps } from '../../../gateways/time-stamps/time-stamps.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { HAS_PYTHON } from '../../../../../scripts/has-python.ts';
import { saveDailyBundles } from './save-daily-bundles.ts';

const VERIFY = fileURLToPath(new URL('../../../../../verify/verify.py', import.meta.url));
const SEPTEMBER = 'from=2026-09-01&to=2026-09-30';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'magistral-bundles-'));
  api = await startApi({ jobs: false });
  api.clock.setTo('2026-09-15T09:00:00Z');
  staff = await givenStaff(api);
  company = await givenCompany(api);
  for (const owner of [company, await givenCompany(api)]) {
    const card = await givenCard(api, owner.id, { balanceKopecks: 1_000_000 });
    await givenSales(api, card, [
      { sum: 6_543_21, at: '2026-09-10T10:00:00Z', litres: 100.01, goods: 'ДТ' },
      { sum: 333_33, at: '2026-09-12T10:00:00Z', litres: 5, goods: 'ДТ', refund: true },
    ]);
  }
  expect((await closeMonth(api, staff, '2026-09', OVERRIDE_ALL)).status).toBe(200);
});

afterAll(async () => {
  await api?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (query = SEPTEMBER, token = company.admin.token) =>
  api.get(`/api/exchange/bundle?${query}`, { token });

async function readRows(): Promise<Record<string, Record<string, unknown>[]>> {
  const files = unzipSync((await ask()).bytes);
  return Object.fromEntries(
    Object.entries(files)
      .filter(([name]) => name.endsWith('.jsonl'))
      .map(([name, bytes]) => [
        name.replace('.jsonl', ''),
        String(Buffer.from(bytes))
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
      ]),
  );
}

test('only an administrator downloads a bundle, of days that make a period', async () => {
  const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
  expect((await ask(SEPTEMBER, manager.token)).status).toBe(403);
  expect((await ask(SEPTEMBER, '')).status).toBe(401);
  expect((await ask('from=вчера&to=2026-09-30')).body.error_messages).toHaveProperty('from');
  expect((await ask('from=2026-10-01&to=2026-09-30')).body.error_messages).toHaveProperty('from');
  expect((await ask('from=2024-01-01&to=2026-09-30')).body.error_messages).toHaveProperty('to');
});

test('a company’s bundle has its own books and documents, and no line of the audit log', async () => {
  const rows = await readRows();
  const owners = Object.values(rows)
    .flat()
    .flatMap((row) => ('company_id' in row ? [row.company_id] : []));
  expect(new Set(owners)).toEqual(new Set([company.id]));
  expect(rows.transfers?.length).toBeGreaterThan(2);
  expect(rows.documents?.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['upd', 'register']));
  expect(rows.figures?.length).toBe(2);
  expect(Object.keys(rows)).not.toContain('audit_lines');
  expect(rows.audit_seals?.every((seal) => !('ids' in seal))).toBe(true);
});

test.skipIf(!HAS_PYTHON)('a downloaded bundle agrees with itself, by the key that signed it', async () => {
  const file = path.join(folder, 'own.zip');
  const { bytes } = await ask();
  writeFileSync(file, bytes);
  const { public_key: key } = JSON.parse(
    String(Buffer.from(unzipSync(bytes)['manifest.json'] ?? new Uint8Array())),
  );
  const verify = (wanted: string) =>
    spawnSync('python3', ['-B', VERIFY, file, `--key=${wanted}`], { encoding: 'utf8' });
  expect(verify(key)).toMatchObject({ status: 0, stderr: '' });
  expect(verify('00'.repeat(32)).stdout).toContain('was signed with the key');
});

test('a download leaves a line in the audit log with its days', async () => {
  await ask();
  const { data } = (await api.get('/staff/api/audit?what=bundle-downloaded', { token: staff.token })).body;
  expect(JSON.stringify(data)).toContain('Скачан подписанный пакет');
  expect(JSON.stringify(data)).toContain('30.09.2026');
});

test('a second bundle of a company waits until the first is written', async () => {
  await api.ctx.db.system.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('bundle'), ${company.id}::int)`.execute(tx);
    const refused = await ask();
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('уже собирается')]);
  });
  expect((await ask()).status).toBe(200);
});

test('the nightly job writes the bundles of the last days once, where a folder is set', async () => {
  const days = path.join(folder, 'days');
  const bundles = { ...api.ctx.config.bundles, folder: days };
  const ctx = { ...api.ctx, config: { ...api.ctx.config, bundles } };
  api.clock.setTo('2026-10-02T02:00:00Z');
  await saveDailyBundles(ctx);
  const written = readdirSync(days).sort();
  expect([written.length, written.at(-1)]).toEqual([7, 'bundle-2026-10-01.zip']);
  const before = statSync(path.join(days, 'bundle-2026-10-01.zip')).mtimeMs;
  await saveDailyBundles(ctx);
  expect(statSync(path.join(days, 'bundle-2026-10-01.zip')).mtimeMs).toBe(before);
});

test('a nightly bundle is stamped once, a night later if the authority was silent', async () => {
  const days = path.join(folder, 'stamped');
  const bundles = { ...api.ctx.config.bundles, folder: days };
  const asked: string[] = [];
  const timeStamps: TimeStamps = {
    async stamp(sha256) {
      asked.push(sha256.toString('hex'));
      if (asked.length === 1) throw new TimeStampsUnavailable('no answer');
      return sha256;
    },
  };
  const ctx = { ...api.ctx, timeStamps, config: { ...api.ctx.config, bundles } };
  api.clock.setTo('2026-10-02T02:00:00Z');
  await saveDailyBundles(ctx);
  expect(readdirSync(days).filter((name) => name.endsWith('.tsr'))).toHaveLength(6);
  await saveDailyBundles(ctx);
  await saveDailyBundles(ctx);
  expect(asked).toHaveLength(8);
  const file = path.join(days, 'bundle-2026-10-01.zip');
  const sha256 = createHash('sha256').update(readFileSync(file)).digest();
  expect(readFileSync(`${file}.tsr`)).toEqual(sha256);
});
