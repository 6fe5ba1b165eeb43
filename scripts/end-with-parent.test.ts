import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MODULE = fileURLToPath(new URL('end-with-parent.ts', import.meta.url));

/** A parent that starts a child, prints the child's process id and then stays. */
const PARENT = (options: string, child: string) => `
  const { spawn } = await import('node:child_process');
  const { endWithParent } = await import(${JSON.stringify(MODULE)});
  const child = spawn(${child}, { detached: ${options.includes('group')}, stdio: ['ignore', 'pipe', 'ignore'] });
  endWithParent(child, ${options});
  child.stdout.once('data', (text) => console.log(String(text).trim()));
  setInterval(() => {}, 1000);
`;
const NODE_CHILD = `process.execPath, ['-e', 'console.log(process.pid); setInterval(() => {}, 1000)']`;
const SHELL_CHILD = `'/bin/sh', ['-c', '"$0" -e "console.log(process.pid); setInterval(() => {}, 1000)"; true', process.execPath]`;

test.each([
  ['a program', '{}', NODE_CHILD],
  ['a program of the child’s group', '{ group: true }', SHELL_CHILD],
])('%s ends when its starter is killed', async (_, options, child) => {
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', PARENT(options, child)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [text] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(String(text));
  expect(isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

/** A process that has ended and that no one has waited for is a zombie, and signals still find it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
