import { setTimeout as sleep } from 'node:timers/promises';
import { doJob } from '../../api/src/compose/run-jobs.ts';
import { NetworkUnavailable } from '../../api/src/gateways/fuel-network/fuel-network.ts';
import { Crashed } from './fault-points.ts';
import { Failure, type World } from './world.ts';

interface Job {
  id: string;
  task: string;
  payload: unknown;
  attempts: number;
}

/**
 * Takes the job that this number chooses among those that are due by the simulated clock, does it and marks it as done, as a
 * runner of the queue would. Jobs without a time of their own have the database's, which is the machine's: they are due.
 * False when nothing is due.
 */
export async function doDueJob(world: World, choice: number): Promise<boolean> {
  const job = await takeJob(world, choice);
  if (!job) return false;
  const { portal } = world;
  try {
    await portal.points.reach('before-job');
    await Promise.race([doJob(portal.ctx, job.task, job.payload), portal.points.died]);
    await portal.points.reach('after-job');
  } catch (error) {
    await handleFailure(world, job, error);
    return true;
  }
  await world.outside.owner.query('delete from graphile_worker._private_jobs where id = $1', [job.id]);
  return true;
}

async function takeJob({ outside, portal }: World, choice: number): Promise<Job | null> {
  const { rows } = await outside.owner.query<Job>(
    `with due as materialized (
       select jobs.id, tasks.identifier as task, count(*) over () as jobs,
         row_number() over (order by tasks.identifier, jobs.payload::text, jobs.id) - 1 as place
       from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
       where locked_at is null and attempts < max_attempts
         and (run_at <= $1 or run_at = jobs.created_at or run_at = jobs.updated_at)
     )
     update graphile_worker._private_jobs jobs set locked_at = now(), locked_by = $2, attempts = attempts + 1
     from due where due.id = jobs.id and due.place = $3::bigint % due.jobs
     returning jobs.id, due.task, jobs.payload, jobs.attempts`,
    [outside.clock.now(), portal.runner, choice],
  );
  return rows[0] ?? null;
}

async function handleFailure(world: World, job: Job, error: unknown): Promise<void> {
  await world.revive();
  if (error instanceof Crashed) return;
  if (!world.disturbed && !(error instanceof NetworkUnavailable))
    throw new Failure(`the job ${job.task} failed: ${String(error)}`);
  // The queue gives up one that was replaced while it ran; its successor does the work.
  const { rowCount: replaced } = await world.outside.owner.query(
    'delete from graphile_worker._private_jobs where id = $1 and attempts > $2',
    [job.id, job.attempts],
  );
  if (replaced) return;
  const seconds = Math.ceil(Math.exp(Math.min(10, job.attempts)));
  await world.outside.owner.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = $2 where id = $1`,
    [job.id, new Date(world.outside.clock.now().getTime() + seconds * 1000)],
  );
}

/** All that is due, in the order that the numbers choose; a loop without an end is a failure. */
export async function doDueJobs(world: World, choose: () => number): Promise<number> {
  for (let done = 0; done < MAX_ROUNDS; done += 1) if (!(await doDueJob(world, choose()))) return done;
  throw new Failure(`the queue does not empty: ${MAX_ROUNDS} jobs were done and more are due`);
}

const MAX_ROUNDS = 2000;

/** Runs one turn of the loop with this index. */
export async function doLoop(world: World, choice: number): Promise<void> {
  const { portal } = world;
  const { loop, work } = portal.loops[choice % portal.loops.length]!;
  try {
    await Promise.race([work(), portal.points.died]);
  } catch (error) {
    await world.revive();
    if (!(error instanceof Crashed) && !world.disturbed)
      throw new Failure(`the loop ${loop.name} failed: ${String(error)}`);
    await sleep(1);
  }
}
