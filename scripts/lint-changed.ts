import { execFileSync, spawnSync } from 'node:child_process';

/**
 * Lints everything by the rules that need no types, and what differs from the main branch by those that do: reading all
 * types takes most of a check's processor time. `npm run lint`, which `npm test` runs, reads the types of everything.
 */
const FOLDERS = ['contract', 'api', 'web', 'e2e', 'scripts', 'tools', 'ops'];
/** Beyond this, reading all types is not slower. */
const MAX_CHANGED = 300;

function git(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}

function findMainBranch(): string {
  const refs = ['refs/remotes/origin/main', 'refs/heads/main'];
  const [found] = git('for-each-ref', '--format=%(refname)', '--sort=-refname', ...refs);
  return found ?? 'HEAD';
}

function listChanged(): string[] {
  const [fork = 'HEAD'] = git('merge-base', 'HEAD', findMainBranch());
  const changed = git('diff', '--name-only', '--diff-filter=d', fork, '--', ...FOLDERS);
  const added = git('ls-files', '--others', '--exclude-standard', '--', ...FOLDERS);
  return [...changed, ...added].filter((file) => /\.tsx?$/.test(file));
}

function lint(...args: string[]): boolean {
  return spawnSync('oxlint', args, { stdio: 'inherit' }).status === 0;
}

const changed = listChanged();
const isMuch = changed.length > MAX_CHANGED;
const passes = isMuch
  ? [lint('--type-aware', ...FOLDERS)]
  : [lint(...FOLDERS), changed.length === 0 || lint('--type-aware', ...changed)];
process.exitCode = passes.every(Boolean) ? 0 : 1;
