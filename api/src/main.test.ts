import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from './testing/api.ts';
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

test('a new version cannot stand beside the old one, or the portal is gone when the old one ends', async () => {
  const given = { databaseUrl: api.databaseUrl, dataDir: folder, port: await freePort() };
  const start = async (): Promise<Program> => {
    const program = await startProgram({ ...given, env: { SHARE_PORT: '1' } });
    programs.push(program);
    return program;
  };
  const old = await start();
  await start();
  await old.kill();
  // Each by a connection of its own: whoever is left takes them all.
  for (let count = 0; count < 10; count += 1) {
    const reply = await fetch(`${old.url}/readyz`, { headers: { connection: 'close' } });
    expect(reply.status).toBe(200);
  }
});

test('two portals on one port by mistake take each other’s visitors', async () => {
  const given = { databaseUrl: api.databaseUrl, dataDir: folder, port: await freePort() };
  programs.push(await startProgram(given));
  await expect(startProgram({ ...given, env: { SHARE_PORT: '1' } })).rejects.toThrow(
    `Port ${given.port} is in use by another program; PORT names another one.\n`,
  );
});
