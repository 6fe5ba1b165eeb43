import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { PARTNER_IDS, type FirstPartnerId } from '#contract/ids.ts';
import { buildContext } from '../../api/src/compose/build-context.ts';
import { listLoops } from '../../api/src/compose/run-jobs.ts';
import { prepareProgramme } from '../../api/src/compose/prepare-programme.ts';
import { readConfig } from '../../api/src/config/config.ts';
import type { Context } from '../../api/src/context.ts';
import { openDatabase } from '../../api/src/db/database.ts';
import { TIMEOUTS } from '../../api/src/db/timeouts.ts';
import { watchedNetwork } from '../../api/src/gateways/fuel-network/network-breaker.ts';
import { writeTrace, recordUntracedWrite } from '../../api/src/audit/write-trace.ts';
import { buildServer } from '../../api/src/server.ts';
import type { ExternalServices } from './outside.ts';
import { faultPoints, type FaultPoints } from './fault-points.ts';
import { faultyDatabase, faultyGateway } from './fault-wires.ts';

/** One process of the product, with everything that a crash takes away. */
export interface Portal {
  ctx: Context;
  points: FaultPoints;
  app: FastifyInstance;
  /** Under which the queue holds its jobs. */
  runner: string;
  loops: ReturnType<typeof listLoops>;
  /** Ends it as a kill does: nothing is finished or reported. */
  end(): Promise<void>;
}

let serial = 0;

/**
 * Starts the product on a database, without timers and without a queue of its own. The driver decides what happens
 * next.
 */
export async function startPortal(
  databaseUrl: string,
  dataDir: string,
  outside: ExternalServices,
): Promise<Portal> {
  const { clock } = outside;
  const log = pino({ level: process.env.SIMULATION_LOG ?? 'silent' });
  const points = faultPoints(() => outside.cutConnections());
  const config = readConfig({ ...ENVIRONMENT, DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const db = faultyDatabase(
    openDatabase(databaseUrl, {
      log,
      timeouts: TIMEOUTS,
      beforeCommit: (tx) => writeTrace(tx, clock.now()),
      onStatement: recordUntracedWrite,
    }),
    points,
  );
  const plain = buildContext(config, { databaseUrl, simulated: null }, { log, clock, db });
  const networks = new Map(
    PARTNER_IDS.map((id) => [
      id,
      watchedNetwork(faultyGateway(outside.networks[id], points), plain.getBreaker(id)),
    ]),
  );
  const ctx: Context = {
    ...plain,
    sms: faultyGateway(outside.sms, points),
    mail: faultyGateway(outside.mail, points),
    edmOperator: faultyGateway(plain.edmOperator, points),
    getNetwork: (id: FirstPartnerId) => networks.get(id)!,
    networkIds: () => PARTNER_IDS,
    logUntraced(what) {
      outside.complain(`${what}: written outside a transaction, and recorded nothing`);
    },
  };
  await prepareProgramme(ctx);
  const app = await buildServer(ctx);
  await app.ready();
  serial += 1;
  return {
    ctx,
    points,
    app,
    runner: `simulated-${serial}`,
    // A tenth of a run would go into files that no check opens; each month some are opened and made then.
    loops: listLoops(ctx).filter(({ loop }) => loop.name !== 'papers'),
    async end() {
      void db.close().catch(() => {});
      await outside.cutConnections();
      void app.close().catch(() => {});
    },
  };
}

/** Returns the key by which a network asks before it sells. */
export function getInboundKey(partnerId: FirstPartnerId): string {
  return `simulated-network-${partnerId}-asks-the-portal`;
}

const ENVIRONMENT = {
  ...Object.fromEntries(PARTNER_IDS.map((id) => [`NETWORK_${id}_INBOUND_KEY`, getInboundKey(id)])),
  DEMO: '0',
  STAFF_PHONE: '79000000000',
  NETWORK_PATIENCE_MS: '0',
  // Its one member of the staff loads files that state no balances.
  TWO_PEOPLE_ABOVE: '100000000',
  LOG_LEVEL: 'silent',
};

export type PortalRequest = Pick<InjectOptions, 'method' | 'url' | 'payload' | 'headers'>;
