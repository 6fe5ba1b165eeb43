import { measureDispatch } from './measures/measure-dispatch.ts';
import { measureEventsFeed } from './measures/measure-events-feed.ts';
import { prepareCarriers } from './data/prepare-carriers.ts';
import { startServer } from './start-server.ts';

/**
 * The feed of events read by full pages, beside COPY of the same rows; webhooks to a receiver on this machine, alone and beside
 * movements of money: `node tools/bench/events.ts`, `-- --quick` with a tenth. One process. What is compared runs in turns; a missed
 * aim fails the run.
 */
const QUICK = process.argv.includes('--quick');
const EVENTS = QUICK ? 20_000 : 200_000;
const MOVEMENTS = QUICK ? 2000 : 20_000;
const FEED_RATIO = 0.5;
const DISPATCH_PER_SECOND = 500;
const MIN_SPEED_SHARE = 0.1;

const server = await startServer({ storesLog: !QUICK, processes: 1 });
try {
  const wanted = { companies: 200, movers: 200, serialFrom: 1000 };
  const others = await prepareCarriers(server.databaseUrl, wanted);
  const [owner] = await prepareCarriers(server.databaseUrl, { companies: 1, movers: 1, serialFrom: 9000 });
  if (!owner) throw new Error('there is nobody to read');
  await reportFeed(owner);
  await reportDispatch(owner, others);
} finally {
  await server.stop();
}

/** Prints what was measured; a missed aim fails the run. */
function hold(what: string, measured: string, aim: string, holds: boolean): void {
  console.log(`| ${what} | ${measured} | ${aim} |${holds ? '' : ' MISSED'}`);
  if (!holds) process.exitCode = 1;
}

async function reportFeed(owner: Parameters<typeof measureEventsFeed>[1]): Promise<void> {
  const { perSecond, ratio, ratioByCpu, floorRatio } = await measureEventsFeed(server, owner, EVENTS);
  console.log('| what | measured | aim |\n|---|---|---|');
  hold('events a second by pages', perSecond.toFixed(0), 'none', true);
  hold('the same, to raw COPY', ratio.toFixed(2), `at least ${FEED_RATIO}`, ratio >= FEED_RATIO);
  hold('pages without session, isolation and JSON, to raw COPY', floorRatio.toFixed(2), 'none', true);
  hold('by processor time, all together', ratioByCpu.toFixed(2), 'none', true);
}

async function reportDispatch(
  owner: Parameters<typeof measureDispatch>[1]['owner'],
  others: Parameters<typeof measureDispatch>[1]['others'],
): Promise<void> {
  const figures = await measureDispatch(server, { owner, others, movements: MOVEMENTS });
  const { perSecond, sideLoadPerSecond: besidePerSecond, alone, beside } = figures;
  hold(
    'webhooks a second',
    perSecond.toFixed(0),
    `at least ${DISPATCH_PER_SECOND}`,
    perSecond >= DISPATCH_PER_SECOND,
  );
  hold('webhooks a second beside movements', besidePerSecond.toFixed(0), 'none', true);
  hold('movements a second alone', alone.perSecond.toFixed(0), 'none', true);
  const slower = 1 - beside.perSecond / alone.perSecond;
  hold(
    'movements slower beside them by',
    slower.toFixed(2),
    `at most ${MIN_SPEED_SHARE}`,
    slower <= MIN_SPEED_SHARE,
  );
  const dearer = `${beside.cpuMicroseconds.toFixed(0)} against ${alone.cpuMicroseconds.toFixed(0)} µs`;
  hold('processor time of all for each movement', dearer, 'none', true);
  const failures = alone.failures + beside.failures;
  hold('movements that failed', String(failures), '0', failures === 0);
}
