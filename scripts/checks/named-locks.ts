import { NAMED_LOCKS } from '../../api/src/db/distribution/explained.ts';
import type { WrittenStatement } from './read-statements.ts';

export interface NamedLock {
  name: string;
  file: string;
  why: string | undefined;
}

/** The advisory locks that the back end takes inside transactions, by the text that names them. */
export function findLocks(statements: readonly WrittenStatement[]): NamedLock[] {
  const found = new Map<string, NamedLock>();
  for (const { file, text } of statements) {
    // A gateway's fake has tables of its own.
    if (file.includes('/gateways/')) continue;
    for (const [, name = '?'] of text.matchAll(/advisory_xact_lock\(hashtext\((?:'([a-z_-]+)'|\?)/g))
      found.set(`${file} ${name}`, { name, file, why: NAMED_LOCKS.get(name) ?? NAMED_LOCKS.get(file) });
  }
  return [...found.values()];
}

export function findLockFaults(statements: readonly WrittenStatement[]): string[] {
  const locks = findLocks(statements);
  const known = locks.flatMap(({ name, file }) => [name, file]);
  return [
    ...locks
      .filter(({ why }) => !why)
      .map(
        ({ name, file }) =>
          `${file}: the lock "${name}" is not explained in api/src/db/distribution/explained.ts.`,
      ),
    ...[...NAMED_LOCKS.keys()]
      .filter((name) => !known.includes(name))
      .map((name) => `${name}: an explained lock that nobody takes.`),
  ];
}
