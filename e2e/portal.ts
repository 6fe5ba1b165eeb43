import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseScratchFolder } from '../scripts/choose-scratch-folder.ts';
import { endWithParent } from '../scripts/end-with-parent.ts';

const START_MS = 240_000;
const STOP_MS = 30_000;
/** Names the folder of a portal that has its demonstration programme already. */
const TEMPLATE = 'E2E_TEMPLATE';
/** Settings without flushes to disk: a lost machine loses this data anyway. */
const UNSAFE_SETTINGS = ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off', ''].join('\n');

/** The settings by which portals find a template, and the folders that are removed with it. */
type Template = { settings: Record<string, string>; folders: string[] };

/** Posts the year of the demonstration programme once for the whole run: each portal starts with a copy. */
export async function prepareTemplate(port: number): Promise<Template> {
  const folder = makeDataFolder();
  // Later portals reuse the compiled code of this one: each loads the program with two thirds of the processor time.
  const compiled = fs.mkdtempSync(path.join(os.tmpdir(), 'magistral-compiled-'));
  const env = { NODE_COMPILE_CACHE: compiled };
  const portal = await startPortal(port, env, folder);
  await portal.stop();
  // Elsewhere when the database's account can't enter this folder: then each portal makes its own.
  const settings = path.join(folder, 'postgres/postgresql.auto.conf');
  const isReadable = fs.existsSync(settings);
  if (isReadable) fs.appendFileSync(settings, UNSAFE_SETTINGS);
  return {
    settings: { ...env, ...(isReadable && { [TEMPLATE]: folder }) },
    folders: [folder, compiled],
  };
}

/**
 * Starts a separate portal with the demonstration programme, on a loopback port. It uses a fresh folder, which is
 * removed with it, or the caller's folder, where a later portal finds the data of the previous one.
 */
export async function startPortal(
  port: number,
  env: Record<string, string> = {},
  savedFolder?: string,
): Promise<{ address: string; stop: () => Promise<void>; kill: () => Promise<void> }> {
  const dataDir = savedFolder ?? makeDataFolder();
  const server = spawn(process.execPath, [path.join(import.meta.dirname, '../api/src/main.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: '1',
      DATABASE_URL: '',
      SMS_PROVIDER: 'outbox',
      // Reading feeds is a third of the requests of an idle portal, and the suite runs three such portals.
      NETWORK_POLL_MS: '2000',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // A worker that is killed calls no `stop`.
  endWithParent(server);
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const address = `http://127.0.0.1:${port}`;

  async function stop() {
    server.kill('SIGTERM');
    const late = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(late);
    if (!savedFolder) removeDataFolder(dataDir);
  }

  /** Ends it as a failing machine does; the folder stays. */
  async function kill() {
    server.kill('SIGKILL');
    await ended;
  }

  const lastChance = Date.now() + START_MS;
  while (!(await isReady(address))) {
    if (server.exitCode !== null || Date.now() > lastChance) {
      await stop();
      throw new Error(`The portal at ${address} did not start.`);
    }
    await sleep(200);
  }
  return { address, stop, kill };
}

export function makeDataFolder(): string {
  const folder = fs.mkdtempSync(path.join(chooseScratchFolder(), 'magistral-e2e-'));
  const template = process.env[TEMPLATE];
  // The system's own program preserves the owner of the database's files.
  if (template) execFileSync('cp', ['-a', `${template}/.`, folder]);
  // Root runs the database under another account, which must be able to enter the folder.
  fs.chmodSync(folder, 0o755);
  return folder;
}

export function removeDataFolder(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/readyz`)).ok;
  } catch {
    return false;
  }
}
