import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** Packages may be installed without asking: we are root on Debian. */
export function mayInstallFromDebian(): boolean {
  const system = fs.existsSync('/etc/os-release') ? fs.readFileSync('/etc/os-release', 'utf8') : '';
  return process.getuid?.() === 0 && /^ID=debian$/m.test(system);
}

export function installFromDebian(packages: readonly string[]): void {
  // Another installation may hold the lock of the package system for a while.
  const patience = ['-o', 'DPkg::Lock::Timeout=500', '-o', 'Acquire::Retries=3'];
  const settings = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  console.log(`Installing ${packages.join(', ')} for the tests.`);
  spawnSync('apt-get', [...patience, 'update'], settings);
  spawnSync('apt-get', [...patience, 'install', '-y', ...packages], settings);
}
