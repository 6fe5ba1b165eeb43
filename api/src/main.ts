import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readConfig, type Config } from './config/config.ts';
import { ConfigError } from './environment.ts';
import type { Context } from './context.ts';
import { buildContext } from './compose/build-context.ts';
import { SECOND_OWNER } from './demonstration/cast.ts';
import { seedDemonstration } from './demonstration/seed-demonstration.ts';
import { startEmbeddedPostgres } from './db/embedded-postgres.ts';
import { exportTraces } from './compose/metrics/export-traces.ts';
import { distribute } from './db/distribution/distribute.ts';
import { migrate } from './db/migrate.ts';
import { startSimulatedNetworks } from './gateways/fuel-network/simulator/start-simulated-networks.ts';
import { serveMetrics } from './compose/metrics/serve-metrics.ts';
import { runJobs } from './compose/run-jobs.ts';
import { movableClock, systemClock } from './lib/clock.ts';
import { newToken } from './lib/secrets.ts';
import { publicAddress } from './http/pages/public-address.ts';
import { takeLeave } from './http/requests/take-leave.ts';
import { buildServer } from './server.ts';
import { findMisspeltSettings } from './config/misspelt-settings.ts';
import { findSignerProblem } from './operator.ts';
import { isStaffPhone } from './modules/messaging/users/is-staff-phone.ts';
import { hasOwner } from './modules/messaging/users/users.ts';
import { prepareProgramme } from './compose/prepare-programme.ts';

/** Things to stop, last started first. */
const running: { name: string; stop(): Promise<unknown> }[] = [];
let stopping = false;
let context: Context | null = null;
/** The first attempts to start the database again may come while the old server's processes are still ending. */
const LOG_AT_ATTEMPT = 5;
/** Nothing on a screen leads out of this: the first owner is made at a start. */
const NO_OWNER = [
  'У программы нет ни одного сотрудника: войти в /staff некому, клиентов и заявки вести некому.',
  'Остановите портал и запустите его с телефоном первого владельца: STAFF_PHONE=79001234567.',
  'Он войдёт по коду из СМС и пригласит остальных в разделе «Сотрудники».',
  '',
];

try {
  for (const warning of findMisspeltSettings(process.env)) process.stderr.write(`${warning}\n`);
  const config = readConfig(process.env);
  await start(config);
} catch (error) {
  process.stderr.write(
    error instanceof ConfigError ? `${error.message}\n` : `${String((error as Error).stack)}\n`,
  );
  await stop(1);
}

async function start(config: Config): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));
  const traces = await exportTraces(config);
  if (traces) running.push({ name: 'traces', stop: () => traces.stop() });
  const databaseUrl = config.databaseUrl ?? (await startDatabase(config));
  await migrate(databaseUrl);
  if (config.distribute === 'citus') await distribute(databaseUrl);
  const clockFile = path.join(config.dataDir, 'clock-ahead');
  const clock = config.sms.provider === 'outbox' ? movableClock(clockFile) : systemClock;
  const simulated =
    config.simulatedNetworks === 'none'
      ? null
      : await startSimulatedNetworks({ databaseUrl, clock, apiKey: config.publicApiKey });
  if (simulated) running.push({ name: 'simulated networks', stop: () => simulated.stop() });
  // The network of sandboxes is simulated in production too; only this process knows its key.
  const sandboxes = simulated ?? (await startSimulatedNetworks({ databaseUrl, clock, apiKey: newToken() }));
  if (!simulated) running.push({ name: 'network of sandboxes', stop: () => sandboxes.stop() });
  const ctx = buildContext(config, { databaseUrl, simulated, sandboxes }, { clock });
  context = ctx;
  running.push({ name: 'connections', stop: () => ctx.db.close() });
  await prepareProgramme(ctx);
  const signerProblem = findSignerProblem(ctx.programme.today());
  if (signerProblem) process.stderr.write(`${signerProblem}\n`);
  if (config.demo) await seedDemonstration(ctx);
  const jobs = await runJobs(ctx);
  running.push({ name: 'jobs', stop: () => jobs.stop() });
  const metrics = await serveMetrics(ctx);
  if (metrics) running.push({ name: 'metrics', stop: () => metrics.stop() });
  const server = await buildServer(ctx);
  running.push({ name: 'server', stop: () => server.close() });
  await listen(server, config);
  running.push({ name: 'clients', stop: () => takeLeave(server, config.drainMs) });
  await logAddress(ctx);
}

async function listen(server: FastifyInstance, { port, host, sharePort }: Config): Promise<void> {
  try {
    // Fastify passes `reusePort` on to Node.
    const where = { port, host, reusePort: sharePort };
    await server.listen(where);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new ConfigError(`Port ${port} is in use by another program; PORT names another one.`);
  }
}

async function startDatabase(config: Config): Promise<string> {
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(config.dataDir, 'postgres'),
    news: {
      ended: (how) => context?.db.outage.lost(new Error(`the embedded database has ended ${how}`)),
      failed: logFailedStart,
    },
  });
  running.push({ name: 'database', stop: () => postgres.stop() });
  return postgres.url;
}

function logFailedStart(error: unknown, times: number): void {
  if (times === LOG_AT_ATTEMPT) context?.log.error({ err: error }, 'the embedded database does not start');
}

async function logAddress({ config, db, programme }: Context): Promise<void> {
  const address = publicAddress(config);
  const lines = [`${programme.today().name} работает: ${address}`];
  if (config.demo) {
    lines.push(
      '',
      'Войти можно по телефону:',
      '  +7 (900) 000-00-01  администратор     +7 (900) 000-00-02  менеджер',
      '  +7 (900) 000-00-03  специалист        +7 (900) 000-00-09  без компании',
      '  +7 (900) 000-00-04  бухгалтер двух других компаний',
      (await isStaffPhone(db.system, SECOND_OWNER.phone))
        ? '  +7 (900) 000-00-00 и -10  сотрудники программы: /staff'
        : '  +7 (900) 000-00-00  сотрудник программы: /staff',
      'Новый телефон регистрируется.',
    );
  }
  if (!(await hasOwner(db.system))) lines.push('', ...NO_OWNER);
  if (config.sms.provider === 'outbox') lines.push(`Коды из СМС: здесь и на ${address}/dev/phone`);
  if (!config.mail.smtp) lines.push(`Письма: на ${address}/dev/mail`);
  lines.push(
    config.stateSchemas === null
      ? 'XML документов проверяется по правилам программы: папка схем ФНС не указана (STATE_SCHEMAS)'
      : `XML документов проверяется по схемам из ${config.stateSchemas}`,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const { name, stop: end } of running.reverse()) {
    await end().catch((error: unknown) => process.stderr.write(`${name}: ${String(error)}\n`));
  }
  process.exit(code);
}
