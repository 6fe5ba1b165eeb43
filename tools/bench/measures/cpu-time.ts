import { readdirSync, readFileSync } from 'node:fs';

/**
 * Milliseconds of processor time used so far by this process and all its descendants (server, database, also those that
 * have ended), so the cost of a movement can be measured on a busy machine. Zero without /proc.
 */
export function cpuMs(): number {
  const processes = listProcesses();
  let sum = 0;
  const walk = (pid: number): void => {
    sum += processes.get(pid)?.ms ?? 0;
    for (const [child, { parent }] of processes) if (parent === pid) walk(child);
  };
  walk(process.pid);
  return sum;
}

/** Milliseconds of processor time that one process has used so far, without its descendants. Zero without /proc. */
export function getCpuMs(pid: number): number {
  return listProcesses().get(pid)?.ms ?? 0;
}

/**
 * Milliseconds of processor time of one process and its threads, to the microsecond, without what has ended: for short turns, for
 * which the clock of `getCpuMs` is too coarse. Zero without /proc.
 */
export function getExactCpuMs(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const readNanoseconds = (thread: string) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    return threads.reduce((sum, thread) => sum + readNanoseconds(thread), 0) / 1e6;
  } catch {
    // The process has ended, or the system has no /proc.
    return 0;
  }
}

const TICK_MS = 10;

function listProcesses(): Map<number, { parent: number; ms: number }> {
  const found = new Map<number, { parent: number; ms: number }>();
  for (const name of processNames()) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // After the name in parentheses: state, parent, …, utime, stime and those of ended children (proc(5)).
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
      found.set(Number(name), {
        parent: fields[1] ?? 0,
        ms: (user + system + childUser + childSystem) * TICK_MS,
      });
    } catch {
      // The process has just ended.
    }
  }
  return found;
}

function processNames(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
