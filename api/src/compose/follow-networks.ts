import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../context.ts';
import { prepareConsent } from '../modules/identity/consents/personal-data-consent.ts';
import { pollNetwork } from '../modules/fuel/feeds/poll-network.ts';
import { laneOfNetwork, type Lane } from '../queue/lanes.ts';
import { repeat, type Loop, type RunningJobs } from '../queue/repeat.ts';

const POLL_INTERVAL_MS = 2000;
const REAL_POLL_LEAST_MS = 60_000;

/**
 * Starts the lane, the feed and the reading loop of each network that staff have added while this process runs. Also
 * reads the programme's values that another process has changed.
 */
export function followNetworks(ctx: Context, open: (lane: Lane) => Promise<void>): RunningJobs {
  const opened = new Set(ctx.partnerIds('sandbox'));
  const read = new Set(ctx.networkIds('sandbox'));
  const feeds: RunningJobs[] = [];
  let operator = ctx.programme.today();
  // The consent names the operator: another name or address is another text.
  const followProgramme = async () => {
    await ctx.programme.reread();
    if (ctx.programme.today() === operator) return;
    await prepareConsent(ctx);
    operator = ctx.programme.today();
  };
  const following = repeat(ctx, { name: 'networks', everyMs: POLL_INTERVAL_MS }, async () => {
    await ctx.rereadNetworks();
    await followProgramme();
    for (const id of ctx.partnerIds('sandbox')) {
      if (opened.has(id)) continue;
      await open(laneOfNetwork(id));
      opened.add(id);
    }
    for (const id of ctx.networkIds('sandbox')) {
      if (read.has(id)) continue;
      feeds.push(repeat(ctx, feedLoop(ctx, id), () => pollNetwork(ctx, id)));
      read.add(id);
    }
  });
  return {
    async stop() {
      await following.stop();
      await Promise.all(feeds.map((feed) => feed.stop()));
    },
  };
}

/** Reads a network's feed again and again. */
export function feedLoop(ctx: Context, partnerId: PartnerId): Loop {
  return { name: `feed ${partnerId}`, everyMs: getPollMs(ctx, partnerId), limitMs: ctx.timeouts.feed };
}

/** Real networks bill their calls, and their sales arrive minutes late anyway. */
function getPollMs({ config, addedNetwork }: Context, partnerId: PartnerId): number {
  const { networkPollMs, networks } = config;
  const isReal = (addedNetwork(partnerId)?.adapter ?? 'simulated') !== 'simulated' || networks[partnerId];
  return isReal ? Math.max(networkPollMs, REAL_POLL_LEAST_MS) : networkPollMs;
}
