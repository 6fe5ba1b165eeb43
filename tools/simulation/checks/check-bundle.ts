import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { HAS_PYTHON } from '../../../scripts/has-python.ts';
import { retryUntilAnswered } from '../ask.ts';
import { findLastDay, type Company } from '../truth.ts';
import { Failure, type World } from '../world.ts';

const VERIFIER = fileURLToPath(new URL('../../../verify/verify.py', import.meta.url));

/** A company downloads the signed bundle of a closed month, and verifies it without the portal where there is Python. */
export async function checkBundle(world: World, { id, admin }: Company, month: string): Promise<void> {
  const days = new URLSearchParams({ from: `${month}-01`, to: findLastDay(month) });
  const url = `/api/exchange/bundle?${days}`;
  const { bytes } = await retryUntilAnswered(world, 'GET', url, { token: admin.token });
  if (!HAS_PYTHON) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'magistral-simulation-'));
  try {
    const file = path.join(folder, 'bundle.zip');
    writeFileSync(file, bytes);
    const { status, stdout, stderr } = spawnSync('python3', [VERIFIER, file], { encoding: 'utf8' });
    if (status !== 0)
      throw new Failure(
        `the bundle of company ${id} for ${month} is not verified: ${(stdout + stderr).slice(0, 600)}`,
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  world.count('bundle verified');
}
