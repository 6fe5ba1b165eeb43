import type pg from 'pg';
import { cpuMs } from './cpu-time.ts';

/** Task that no worker carries out, so that only its upkeep is measured. */
const TASK = 'bench-upkeep';
const JOBS_TOGETHER = 64;
/** A network's lane fetches this many. */
const FETCHED = 17;

export interface QueueLoad {
  jobs: number;
  microseconds: number;
  cpuMicroseconds: number;
}

/**
 * Measures what the queue costs a command, in time and in CPU time: its job is entered with the batch of 64, fetched
 * and locked with sixteen others, and deleted with them. `perJob` commands share a job.
 */
export async function measureQueue(owner: pg.Client, commands: number, perJob: number): Promise<QueueLoad> {
  const [cpuBefore, started] = [cpuMs(), performance.now()];
  let jobs = 0;
  for (let done = 0; done < commands; done += JOBS_TOGETHER) {
    const payloads = Array.from({ length: JOBS_TOGETHER / perJob }, () =>
      JSON.stringify({ operationIds: Array.from({ length: perJob }, (_, index) => done + index) }),
    );
    jobs += payloads.length;
    await owner.query('select enqueue_tasks($1::text[], $2::json[], $3::text[])', [
      payloads.map(() => TASK),
      payloads,
      payloads.map(() => null),
    ]);
    while ((await fetchAndDelete(owner)) > 0);
  }
  const milliseconds = performance.now() - started;
  return {
    jobs,
    microseconds: (milliseconds * 1000) / commands,
    cpuMicroseconds: ((cpuMs() - cpuBefore) * 1000) / commands,
  };
}

async function fetchAndDelete(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ id: string }>({
    name: 'bench-fetch',
    text: `
      with found as (
        select id from graphile_worker._private_jobs
        where is_available and run_at <= now()
          and task_id = (select id from graphile_worker._private_tasks where identifier = '${TASK}')
        order by priority, run_at limit ${FETCHED} for update skip locked
      )
      update graphile_worker._private_jobs job set attempts = attempts + 1, locked_by = 'bench', locked_at = now()
      from found where job.id = found.id returning job.*`,
  });
  if (rows.length > 0)
    await owner.query({
      name: 'bench-delete',
      text: 'delete from graphile_worker._private_jobs using unnest($1::bigint[]) done (job) where id = job',
      values: [rows.map(({ id }) => id)],
    });
  return rows.length;
}
