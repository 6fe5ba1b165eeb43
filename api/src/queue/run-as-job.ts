import { writeLateTrace } from '../audit/write-trace.ts';
import { redactInput } from '../audit/redact-input.ts';
import type { Context } from '../context.ts';
import { withTrace } from '../lib/trace.ts';
import { runAsWork, createWork, type Target } from '../lib/current-work.ts';
import { parseJobName, type JobName } from './job.ts';

/** The thing that a job's payload names. */
const KIND: Readonly<Record<string, string>> = {
  operationId: 'operation',
  cardId: 'card',
  itemId: 'request-item',
  requestId: 'request',
  companyId: 'company',
  documentId: 'document',
  orderId: 'fast-payment',
  receiptId: 'receipt',
  letterId: 'letter',
  partnerId: 'partner',
};

/** Maintenance jobs. What they write is not an action of any user. */
const HOUSEKEEPING_JOBS: readonly JobName[] = [
  'start-late-reading',
  'read-late-sales',
  'compare-network-invoice',
  'seal-days',
];

/** Does a job as its own work: lines of the audit log name the job, and are written in the job's transaction where it has one. */
export async function runAsJob(
  ctx: Context,
  task: string,
  payload: unknown,
  run: () => Promise<void>,
): Promise<void> {
  const input = (payload ?? {}) as Record<string, unknown>;
  const targets = Object.entries(KIND).flatMap(([name, kind]): Target[] =>
    typeof input[name] === 'number' ? [{ kind, id: input[name] }] : [],
  );
  const name = parseJobName(task);
  const rest = Object.fromEntries(Object.entries(input).filter(([field]) => KIND[field] === undefined));
  const work = createWork(name, {
    actor: `job: ${task}`,
    companyId: typeof input.companyId === 'number' ? input.companyId : null,
    targets,
    input: redactInput(rest),
    leavesTrace: !HOUSEKEEPING_JOBS.includes(name),
  });
  await withTrace(`job ${name}`, { 'magistral.job': name }, () => runAsWork(work, run));
  if (work.leavesTrace && work.lines === 0 && work.loose.size > 0)
    await writeLateTrace(ctx.db.system, work, ctx.clock.now());
}
