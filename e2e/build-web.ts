import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** Builds once, before the workers start their portals. In a separate process, because a build changes the environment. */
export default function buildWeb(): void {
  const script = path.join(import.meta.dirname, '../scripts/build-if-stale.ts');
  execFileSync(process.execPath, [script], { stdio: 'inherit' });
}
