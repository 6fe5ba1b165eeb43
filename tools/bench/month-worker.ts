import { readConfig } from '../../api/src/config/config.ts';
import { buildContext } from '../../api/src/compose/build-context.ts';
import { runJobs } from '../../api/src/compose/run-jobs.ts';

/** A process that does only the queue's jobs, like one of several; the measurement kills it midway. */
const config = readConfig(process.env);
const ctx = buildContext(config, { databaseUrl: config.databaseUrl as string, simulated: null });
const jobs = await runJobs(ctx);
process.send?.('ready');
process.once('SIGTERM', () => {
  void jobs
    .stop()
    .then(() => ctx.db.close())
    .then(() => process.exit(0));
});
