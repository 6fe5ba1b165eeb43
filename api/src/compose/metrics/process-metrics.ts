import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import { REFUSAL_KINDS, countRefusals } from '../../modules/messaging/sms-codes/code-counts.ts';

let nodeRegistry: Registry | undefined;

/**
 * Figures of Node itself. Their timers and observers run until the process ends, so all contexts of a process share
 * one set.
 */
export function nodeMetrics(): Registry {
  if (!nodeRegistry) {
    nodeRegistry = new Registry();
    collectDefaultMetrics({ register: nodeRegistry });
  }
  return nodeRegistry;
}

/** Figures that only this process knows: its connections, the messages that it could not send. */
export function processMetrics(ctx: Context): Registry {
  const registry = new Registry();
  const registers = [registry];
  const waiting = new Gauge({
    name: 'magistral_db_pool_waiting',
    help: 'Requests that wait for a connection',
    labelNames: ['pool'],
    registers,
  });
  new Gauge({
    name: 'magistral_db_pool_connections',
    help: 'Connections by what they do',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(ctx.db.pools)) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        waiting.set({ pool }, waitingCount);
      }
    },
  });
  new Counter({
    name: 'magistral_sms_refused_total',
    help: 'Messages that the provider has not accepted',
    labelNames: ['provider', 'kind'],
    registers,
    collect() {
      this.reset();
      const counts = countRefusals(ctx);
      for (const kind of REFUSAL_KINDS) this.inc({ provider: ctx.sms.provider, kind }, counts[kind]);
    },
  });
  new Gauge({
    name: 'magistral_network_silent',
    help: '1: this process has taken the network for silent and only probes it',
    labelNames: ['network'],
    registers,
    collect() {
      for (const network of ctx.networkIds())
        this.set({ network }, ctx.getBreaker(network).now().state === 'open' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'magistral_overdue_seconds',
    help: 'Age of the oldest batch, loop or step of the queue that does not end; 0: nothing hangs',
    registers,
    collect() {
      this.set(ctx.watchdog.overdue()?.seconds ?? 0);
    },
  });
  return registry;
}
