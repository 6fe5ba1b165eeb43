import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from './testing/api.ts';
import { findRunningPostgres } from './db/embedded-postgres.ts';
import { freePort, startProgram, withoutDemonstration, type Program } from './testing/program.ts';

let api: TestApi;
let folder: string;
const programs: Program[] = [];

beforeAll(async () => {
  api = await startApi({ jobs: false });
  await withoutDemonstration(api.ctx.db.system);
  folder = mkdtempSync(path.join(tmpdir(), 'magistral-main-'));
});

afterAll(async () => {
  for (const program of programs) await program.kill();
  await api?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a new version starts beside the old one, and answers when the old one ends', async () => {
  const given = { databaseUrl: api.databaseUrl, dataDir: folder, port: await freePort() };
  const start = async (): Promise<Program> => {
    const program = await startProgram({ ...given, env: { SHARE_PORT: '1' } });
    programs.push(program);
    return program;
  };
  const old = await start();
  await start();
  await old.kill();
  // Each request uses its own connection, so the process that is left takes them all.
  for (let count = 0; count < 10; count += 1) {
    const reply = await fetch(`${old.url}/readyz`, { headers: { connection: 'close' } });
    expect(reply.status).toBe(200);
  }
});

test('a second portal on one port by mistake does not start', async () => {
  const given = { databaseUrl: api.databaseUrl, dataDir: folder, port: await freePort() };
  programs.push(await startProgram(given));
  await expect(startProgram({ ...given, env: { SHARE_PORT: '1' } })).rejects.toThrow(
    `Port ${given.port} is in use by another program; PORT names another one.\n`,
  );
});

test('a killed embedded database restarts: 503 and two log lines, then all is well', async () => {
  const dataDir = path.join(folder, 'embedded');
  // Root runs the database under another account, which must be able to enter the folder.
  chmodSync(folder, 0o755);
  const program = await startProgram({
    databaseUrl: '',
    dataDir,
    env: { DEMO: '0', LOG_LEVEL: 'warn' },
  });
  programs.push(program);
  const ask = async (call: string): Promise<number> => (await fetch(program.url + call)).status;
  expect(await ask('/readyz')).toBe(200);
  // An empty database without an owner: no screen would explain what to do.
  expect(program.output()).toContain('запустите его с телефоном первого владельца: STAFF_PHONE=');
  const address = findRunningPostgres({ dataDir: path.join(dataDir, 'postgres') });
  process.kill(postmaster(path.join(dataDir, 'postgres')), 'SIGKILL');
  await expect.poll(() => ask('/readyz'), { interval: 5 }).toBe(503);
  expect(await ask('/healthz')).toBe(200);
  await expect.poll(() => ask('/readyz')).toBe(200);
  // The port is the same, so no one needs the new address.
  expect(findRunningPostgres({ dataDir: path.join(dataDir, 'postgres') })).toBe(address);
  const lines = (): string[] =>
    program
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => (JSON.parse(line) as { msg: string }).msg);
  await expect.poll(lines).toEqual(['the database does not answer', 'the database answers again']);
});

function postmaster(dataDir: string): number {
  return Number.parseInt(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8'), 10);
}
