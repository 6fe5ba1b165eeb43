import { spawnSync } from 'node:child_process';

/**
 * Returns a number of 28 bits: different for each commit, the same for everyone who tests that commit, so that a green
 * run stays green (decisions 88 and 103). 0 where there is no repository.
 */
export function commitSeed(): number {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' });
  return Number.parseInt((stdout ?? '').slice(0, 7), 16) || 0;
}
