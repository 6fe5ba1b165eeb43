import { Gauge, Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import { findLane } from '../../queue/lanes.ts';
import { readFigures, type Figures } from './figures-store.ts';

/** Several who scrape, or one who scrapes often, cost one reading. */
const CACHE_MS = 5000;
/** The database's own limit for one statement is shorter; this also covers a connection that cannot be had. */
const TIMEOUT_MS = 4000;

/**
 * Business figures in Prometheus' text format. What the database does not return in time is left out, and
 * `magistral_scrape_ok` is 0, because old figures would look like good ones.
 */
export class BusinessMetrics {
  readonly #ctx: Context;
  readonly #registry = new Registry();
  readonly #gauges: ReturnType<typeof defineGauges>;
  #readAt = Number.NEGATIVE_INFINITY;
  #text = '';
  #reading: Promise<void> | null = null;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#gauges = defineGauges(this.#registry);
  }

  async text(): Promise<string> {
    const ok = await this.#refresh().then(
      () => true,
      (error: unknown) => {
        this.#ctx.log.warn({ err: error }, 'the figures of the money could not be read');
        return false;
      },
    );
    return `${ok ? this.#text : ''}${formatOk(ok)}`;
  }

  /** While a reading hangs, no other one is started. */
  async #refresh(): Promise<void> {
    if (performance.now() - this.#readAt < CACHE_MS) return;
    this.#reading ??= this.#read().finally(() => (this.#reading = null));
    await withTimeout(this.#reading);
  }

  async #read(): Promise<void> {
    const figures = await this.#ctx.db.inSystem((tx) => readFigures(tx, this.#ctx.clock.now()));
    setGauges(this.#gauges, figures, this.#ctx.networkIds());
    this.#text = await this.#registry.metrics();
    this.#readAt = performance.now();
  }
}

function formatOk(ok: boolean): string {
  return [
    '# HELP magistral_scrape_ok 1: the figures of the money were read; 0: they are missing here',
    '# TYPE magistral_scrape_ok gauge',
    `magistral_scrape_ok ${ok ? 1 : 0}\n`,
  ].join('\n');
}

async function withTimeout(reading: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  try {
    await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

function defineGauges(registry: Registry) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `magistral_${name}`, help, labelNames, registers: [registry] });
  return {
    ready: gauge('queue_ready_jobs', 'Jobs that could run now', ['lane', 'task']),
    oldestReady: gauge('queue_oldest_ready_seconds', 'How long the oldest of them has waited', [
      'lane',
      'task',
    ]),
    failed: gauge('queue_failed_jobs', 'Jobs whose attempts are used up', ['lane', 'task']),
    feed: gauge('feed_age_seconds', 'Since a network’s sales were last read to their end', ['network']),
    inTransit: gauge('movements_in_transit', 'Movements of money that have not ended', ['network']),
    oldest: gauge('movements_oldest_seconds', 'How long the oldest of them has been on its way', ['network']),
    unclear: gauge('movements_unclear', 'Movements that wait for a person', ['network']),
    orphans: gauge('orphans', 'Sales that are not booked', ['reason']),
    lettersWaiting: gauge('letters_waiting', 'Letters that no mail server has taken yet'),
    lettersOldest: gauge('letters_oldest_seconds', 'How long the oldest of them has waited'),
    lettersEnded: gauge('letters_last_day', 'Letters of the last 24 hours by their end', ['state']),
    payments: gauge('payments_in_review', 'Payments that wait for a person', ['direction']),
    cardsOldest: gauge(
      'cards_comparison_oldest_seconds',
      'Since when each of its cards was compared at least once',
      ['network'],
    ),
    cardsDue: gauge('cards_comparison_due', 'Cards that are compared before others', ['network']),
    cardsListed: gauge('cards_comparison_listed', 'Cards that the pass under way has read', ['network']),
    ledgerParts: gauge('ledger_parts', 'Parts of the ledger that are or were in use'),
    ledgerStrays: gauge('ledger_rows_outside_parts', 'Transfers and entries that lie in no part'),
    ledgerLate: gauge('ledger_part_late_seconds', 'Since the next part should have been in use'),
    lastClean: gauge(
      'last_clean_reconciliation_timestamp_seconds',
      'When the books last agreed; 0: they never did',
    ),
    differences: gauge('last_reconciliation_differences', 'What the last reconciliation found'),
  };
}

function setGauges(
  gauges: ReturnType<typeof defineGauges>,
  figures: Figures,
  networkIds: readonly number[],
): void {
  for (const gauge of Object.values(gauges)) gauge.reset();
  for (const { task, ready, oldest_seconds: oldest, failed } of figures.queue) {
    const lane = findLane(task) ?? 'none';
    gauges.ready.set({ lane, task }, ready);
    gauges.oldestReady.set({ lane, task }, oldest);
    gauges.failed.set({ lane, task }, failed);
  }
  for (const network of networkIds) {
    const feed = figures.feeds.find((item) => item.network === network);
    // One that was never read to its end is older than any limit.
    gauges.feed.set({ network }, feed?.age_seconds ?? Number.POSITIVE_INFINITY);
    const movements = figures.movements.find((movement) => movement.network === network);
    gauges.inTransit.set({ network }, movements?.count ?? 0);
    gauges.oldest.set({ network }, movements?.oldest_seconds ?? 0);
    gauges.unclear.set({ network }, movements?.unclear ?? 0);
    const cards = figures.cards.find((card) => card.network === network);
    gauges.cardsOldest.set({ network }, cards?.oldest_seconds ?? 0);
    gauges.cardsDue.set({ network }, cards?.due ?? 0);
    gauges.cardsListed.set({ network }, cards?.listed ?? 0);
  }
  for (const reason of ['unknown_card', 'refused', 'illegible'])
    gauges.orphans.set({ reason }, figures.orphans.find((orphan) => orphan.reason === reason)?.count ?? 0);
  const { letters } = figures;
  gauges.lettersWaiting.set(letters.waiting);
  gauges.lettersOldest.set(letters.oldest_seconds);
  gauges.lettersEnded.set({ state: 'sent' }, letters.sent);
  gauges.lettersEnded.set({ state: 'refused' }, letters.refused);
  for (const { direction, count } of figures.payments) gauges.payments.set({ direction }, count);
  gauges.ledgerParts.set(figures.ledger.parts);
  gauges.ledgerStrays.set(figures.ledger.strays);
  gauges.ledgerLate.set(figures.ledger.late_seconds);
  gauges.lastClean.set(figures.lastCleanAt ?? 0);
  gauges.differences.set(figures.lastDifferences ?? 0);
}
