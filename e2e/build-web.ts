import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Once, before the workers start their portals. In a process of its own: a build leaves its mark on the environment. */
export default function buildWeb(): void {
  const script = path.join(import.meta.dirname, '../scripts/build-if-stale.ts');
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
}
