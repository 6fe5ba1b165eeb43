import path from 'node:path';
import { readConfig } from '../api/src/config/config.ts';
import { buildContext } from '../api/src/compose/build-context.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../api/src/db/embedded-postgres.ts';
import { migrate } from '../api/src/db/migrate.ts';
import { startSimulatedNetworks } from '../api/src/gateways/fuel-network/simulator/start-simulated-networks.ts';
import { systemClock } from '../api/src/lib/clock.ts';
import { presentReconciliation } from '../api/src/modules/backoffice/reconciliation/present.ts';
import { reconcile } from '../api/src/modules/backoffice/reconciliation/reconcile.ts';
import { readNames } from '../api/src/modules/backoffice/reconciliation/read-names.ts';

/**
 * Checks the programme's books and lists what does not agree: `npm run reconcile`. Next to a running portal it uses
 * the portal's database; otherwise it starts the embedded one for as long as it takes. Exits with 1 when something
 * differs. The report is also stored for the staff's page.
 */
const config = readConfig(process.env);
const dataDir = path.join(config.dataDir, 'postgres');
const running = config.databaseUrl ?? findRunningPostgres({ dataDir });
const own = running === null ? await startEmbeddedPostgres({ dataDir }) : null;
const databaseUrl = running ?? (own?.url as string);
try {
  // The database of a running portal is up to date already.
  if (own) await migrate(databaseUrl);
  process.exitCode = await report();
} finally {
  await own?.stop();
}

async function report(): Promise<number> {
  // The simulated networks store their state in the database, so this starts a second access to the same networks.
  const simulated = config.demo
    ? await startSimulatedNetworks({ databaseUrl, clock: systemClock, apiKey: config.publicApiKey })
    : null;
  const ctx = buildContext(config, { databaseUrl, simulated });
  try {
    const found = await reconcile(ctx, 'command');
    if (!found) throw new Error('no report was written');
    const { transfers, cards, networks, silent, differences } = presentReconciliation(
      found,
      await readNames(ctx, [found]),
    );
    console.log(`Transfers: ${transfers}. Cards compared: ${cards}, networks asked: ${networks.length}.`);
    if (silent.length > 0) console.log(`Could not be compared: ${silent.join(', ')}.`);
    for (const { title, details } of differences) {
      console.log(`${title}: ${details.map((detail) => `${detail.title} ${detail.value}`).join(', ')}`);
    }
    console.log(differences.length === 0 ? 'The books agree.' : `Differences: ${differences.length}.`);
    return differences.length === 0 ? 0 : 1;
  } finally {
    await ctx.db.close();
    await simulated?.stop();
  }
}
