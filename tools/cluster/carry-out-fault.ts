import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { waitUntil } from './cluster.ts';
import { sendAll } from './database-machine.ts';
import type { Fault } from './fault-plan.ts';
import type { PortalMachine } from './portal-machine.ts';
import { switchOver } from './switch-over.ts';

/** Carries out the fault, and ends its processes. Returns its target. */
export async function carryOutFault(
  cluster: Cluster,
  fault: Fault,
  otherVersion: (portal: PortalMachine) => string,
): Promise<string> {
  const portal = cluster.portals[fault.portal] as PortalMachine;
  const waitOut = (): Promise<void> => sleep(fault.seconds * 1000);
  switch (fault.kind) {
    case 'kill portal':
      await portal.portal.kill();
      return portal.name;
    case 'kill haproxy':
      await portal.proxy.kill();
      return portal.name;
    case 'restart portals':
      return restartPortals(cluster, () => {});
    case 'update portals':
      return restartPortals(
        cluster,
        (portalMachine) => (portalMachine.program = otherVersion(portalMachine)),
      );
    case 'switchover':
      return moveLead(cluster);
    case 'stop leader':
      return stopLeader(cluster, waitOut);
    default:
      break;
  }
  const machine = await cluster.inRole(fault.role);
  const postgres = machine.postgres();
  switch (fault.kind) {
    case 'kill postgres':
      sendAll(postgres, 'SIGKILL');
      break;
    case 'kill patroni':
      await machine.patroni.kill();
      break;
    case 'kill etcd':
      await machine.etcd.kill();
      break;
    case 'cut power':
      await machine.cutPower();
      await waitOut();
      machine.start();
      break;
    case 'freeze postgres':
      await freeze(postgres, waitOut);
      break;
    case 'freeze machine':
      await freeze(machine.processes(), waitOut);
      break;
    case 'pull cable':
      cluster.network.pull(machine.index);
      await waitOut().finally(() => cluster.network.plugIn(machine.index));
      break;
  }
  return `${machine.name}, ${fault.role}`;
}

async function freeze(pids: readonly number[], away: () => Promise<void>): Promise<void> {
  sendAll(pids, 'SIGSTOP');
  // A stopped process would not receive the signal to end.
  await away().finally(() => sendAll(pids, 'SIGCONT'));
}

/** One portal after the other, the next when the last is ready. */
async function restartPortals(cluster: Cluster, change: (portal: PortalMachine) => void): Promise<string> {
  for (const portal of cluster.portals) {
    change(portal);
    await portal.portal.kill('SIGTERM');
    await waitUntil(() => portal.isReady(), 180_000, `${portal.name} did not come back`);
  }
  return 'both portals';
}

/**
 * Stops the leader without moving the lead first: Patroni ends PostgreSQL in an orderly way, and gives its key up when
 * a standby has everything.
 */
async function stopLeader(cluster: Cluster, away: () => Promise<void>): Promise<string> {
  const leader = await cluster.inRole('leader');
  await leader.patroni.stop('SIGTERM');
  await away().finally(() => leader.patroni.start());
  return leader.name;
}

/** Moves the lead as an operator does before a machine is repaired. */
async function moveLead(cluster: Cluster): Promise<string> {
  const { from, to } = await switchOver(cluster.patroniUrls);
  return `${from} to ${to}`;
}
