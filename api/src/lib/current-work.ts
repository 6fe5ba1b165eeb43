import { AsyncLocalStorage } from 'node:async_hooks';

export interface Target {
  kind: string;
  id: number | string;
}

/** The current work: a user's request, a job, or a loop. The audit log takes its facts from here. */
export interface CurrentWork {
  userId: number | null;
  companyId: number | null;
  /** The caller's role: `manager`, `staff.owner`. Null for jobs and anonymous callers. */
  role: string | null;
  /** The actor when it is not a user: `job: sync-card`, `key: 1С`. */
  actor: string | null;
  /** The means by which the caller acts (a key or a session). Every line that the work leaves in the log names it. */
  by: Target | null;
  ip: string | null;
  device: string | null;
  requestId: string | null;
  /** Aborted when the caller of a request has gone. Null for jobs. */
  signal: AbortSignal | null;
  /** The call or the job. */
  what: string;
  targets: readonly Target[];
  /** The request's input, without secrets. */
  input: Record<string, unknown> | null;
  /** True if a transaction of the work that writes but records nothing gets a line of its own. */
  leavesTrace: boolean;
  /** Lines that it has added to the audit log. */
  lines: number;
  /** Tables that it has written outside a transaction, where no line can be added in the same one. */
  loose: Set<string>;
}

const storage = new AsyncLocalStorage<CurrentWork | undefined>();

export function currentWork(): CurrentWork | undefined {
  return storage.getStore();
}

/** Runs a function as this work, or as no work when the function serves many works at once. */
export function runAsWork<Result>(work: CurrentWork | undefined, run: () => Result): Result {
  return storage.run(work, run);
}

export function createWork(what: string, known: Partial<CurrentWork> = {}): CurrentWork {
  return {
    userId: null,
    companyId: null,
    role: null,
    actor: null,
    by: null,
    ip: null,
    device: null,
    requestId: null,
    signal: null,
    targets: [],
    input: null,
    leavesTrace: false,
    lines: 0,
    loose: new Set(),
    ...known,
    what,
  };
}
