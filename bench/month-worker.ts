import { readConfig } from '../api/src/config.ts';
import { buildContext } from '../api/src/context.ts';
import { runJobs } from '../api/src/jobs/run-jobs.ts';

/** A process that does nothing but the queue's jobs, as one of several would; the measurement kills it in the middle. */
const config = readConfig(process.env);
const ctx = buildContext(config, { databaseUrl: config.databaseUrl as string, simulated: null });
const jobs = await runJobs(ctx, config.databaseUrl as string);
process.once('SIGTERM', () => {
  void jobs
    .stop()
    .then(() => ctx.db.close())
    .then(() => process.exit(0));
});
