import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** Packages may be installed without asking: we are root on Debian. */
export function mayInstallFromDebian(): boolean {
  const system = fs.existsSync('/etc/os-release') ? fs.readFileSync('/etc/os-release', 'utf8') : '';
  return process.getuid?.() === 0 && /^ID=debian$/m.test(system);
}

export function installFromDebian(packages: readonly string[], what = 'the tests'): void {
  // Another installation may hold the lock of the package system for a while.
  const retryOptions = ['-o', 'DPkg::Lock::Timeout=500', '-o', 'Acquire::Retries=3'];
  const settings = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  console.log(`Installing ${packages.join(', ')} for ${what}.`);
  spawnSync('apt-get', [...retryOptions, 'update'], settings);
  spawnSync('apt-get', [...retryOptions, 'install', '-y', ...packages], settings);
}

/**
 * Unpacks the packages into a folder. Nothing is set up, no service is started. Their dependencies beside the base
 * system must be there already. Returns whether it worked.
 */
export function unpackFromDebian(packages: readonly string[], folder: string): boolean {
  fs.mkdirSync(folder, { recursive: true });
  const settings = { cwd: folder, stdio: 'ignore' } as const;
  const download = (): boolean => spawnSync('apt-get', ['download', ...packages], settings).status === 0;
  console.log(`Unpacking ${packages.join(', ')} for the tests.`);
  // Without its lists apt knows no package. They take longer than the packages, so they come second.
  if (!download()) {
    spawnSync('apt-get', ['-o', 'Acquire::Retries=3', 'update'], settings);
    if (!download()) return false;
  }
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.deb'))
    .every((name) => spawnSync('dpkg-deb', ['-x', name, '.'], settings).status === 0);
}
