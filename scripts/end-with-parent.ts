import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Ends a child when this process has ended, however it ended: a run that is killed cannot stop what it started. A shell
 * waits on a pipe that only this process holds open. When the pipe closes without a word, the shell asks the child to
 * stop and kills it 10 seconds later. With `group` it signals the child's whole process group, which the child must lead.
 */
export function endWithParent(child: ChildProcess, { group = false } = {}): void {
  if (child.pid === undefined) return;
  const target = String(group ? -child.pid : child.pid);
  const watcher = spawn('/bin/sh', ['-c', WATCH, 'end-with-parent', target], {
    // The signals that end this process must not reach the watcher.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  // The pipe breaks when the watcher has been killed, and then there is no process left to notify.
  watcher.stdin.on('error', () => {});
  child.once('exit', () => watcher.stdin.end('ended\n'));
}

const WATCH = `
trap '' INT HUP TERM
read -r line && exit 0
kill -s INT -- "$1" 2>/dev/null || exit 0
for wait in 1 2 3 4 5 6 7 8 9 10; do
  sleep 1
  kill -s 0 -- "$1" 2>/dev/null || exit 0
done
kill -s KILL -- "$1" 2>/dev/null
`;
