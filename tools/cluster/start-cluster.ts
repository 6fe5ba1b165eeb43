import { Cluster } from './cluster.ts';
import { ProgramMissing } from './find-programs.ts';
import { readArgs, readSettings } from './settings.ts';

/**
 * `npm run cluster`: the portal as on seven machines, until Ctrl+C. `--dir=` names its folder (`.data/cluster`), `--port=`
 * the first of a hundred ports (15000). Exits with 3 where this machine lacks a program.
 */
let cluster: Cluster | null = null;
let stopping: Promise<void> | null = null;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));

try {
  cluster = new Cluster(readSettings(readArgs()));
  await cluster.start((message) => console.log(message));
  console.log(`
Open:      ${cluster.doorUrl} (one of ${cluster.portals.map(({ url }) => url).join(', ')})
Patroni:   ${cluster.machines.map(({ name, restUrl }) => `${name} ${restUrl}/cluster`).join('\n           ')}
Phones:    7 900 000-00-01 and so on, codes at ${cluster.doorUrl}/dev/phone
In:        ${cluster.settings.folder}
Machines:  ${cluster.network.hasCables ? 'each with a network of its own' : 'all on loopback'}
Ctrl+C stops everything; the next start goes on with what is there.`);
} catch (error) {
  if (!stopping) console.error(error instanceof ProgramMissing ? error.message : error);
  await stop(error instanceof ProgramMissing ? 3 : 1);
}

function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    await cluster?.stop();
    process.exit(code);
  })();
  return stopping;
}
