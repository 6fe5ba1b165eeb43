import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A server whose portal was just killed is still shutting down, so this waits for its end. A server that does not
 * end belongs to a running portal, and two servers on one folder would destroy it.
 */
export async function waitForPreviousServer(dataDir: string): Promise<void> {
  const lock = path.join(dataDir, 'postmaster.pid');
  const deadline = performance.now() + 10_000;
  for (;;) {
    const text = readIfPresent(lock);
    const pid = Number.parseInt(text ?? '', 10);
    if (text === undefined || !(pid > 0) || !isAlive(pid)) return;
    if (!isServerIn(pid, dataDir)) return forgetPid(lock, text);
    if (performance.now() > deadline) {
      throw new Error(
        `The database in ${dataDir} is in use by process ${pid}, most likely of another running portal: stop that one first, or set another DATA_DIR.`,
      );
    }
    await sleep(50);
  }
}

export function readIfPresent(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * After a restart of the machine the recorded process number may belong to any process, and in a container with a slow
 * first process a dead server stays in the table as a zombie. In doubt the number counts as the server's.
 */
export function isServerIn(pid: number, dataDir: string): boolean {
  const state = /\) (\w) /.exec(readProc(pid, 'stat'))?.[1];
  const name = readProc(pid, 'comm').trim();
  if (state === 'Z' || state === 'X' || (name !== '' && name !== 'postgres')) return false;
  try {
    // A server works inside its data folder.
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(dataDir);
  } catch {
    return true;
  }
}

function readProc(pid: number, entry: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${entry}`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Removes only the number, not the file: its other lines lead the new server to the old one's shared memory, where it
 * would notice a surviving child process. 4194304 is above the largest process number of Linux.
 */
function forgetPid(lock: string, text: string): void {
  fs.writeFileSync(lock, text.replace(/^\d+/, '4194304'));
}
