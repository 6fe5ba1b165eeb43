import { isDeepStrictEqual } from 'node:util';
import type { LandingProgramme } from '#contract/programme/landing-marks.ts';
import { toLandingOffer } from '#contract/programme/landing-offer.ts';
import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { findHolidayNotice } from '../news/holiday-notice.ts';
import { listOfferedPartners } from '../partners/partners.ts';
import { countStations } from '../stations/stations.ts';

const READ_AGAIN_MS = 5000;

interface Known {
  programme: LandingProgramme;
  readAt: number;
}

const knownTo = memoizePerOwner((ctx: Context): Known => ({
  programme: {
    operator: getOperator(ctx),
    networks: [],
    stations: 0,
    notice: null,
    offer: toLandingOffer(ctx.config.operator.landing),
  },
  readAt: -Infinity,
}));

/**
 * Returns the facts of the programme for the landing page, like `cachedContacts` for the contacts. It waits for the
 * database only at the first page after a start, and returns the same object until something changes.
 */
export async function cachedProgramme(ctx: Context): Promise<LandingProgramme> {
  const known = knownTo(ctx);
  const now = ctx.clock.now().getTime();
  if (now - known.readAt < READ_AGAIN_MS) return known.programme;
  const isFirst = known.readAt === -Infinity;
  known.readAt = now;
  const reading = readProgramme(ctx).then(
    (programme) => {
      if (!isDeepStrictEqual(known.programme, programme)) known.programme = programme;
    },
    () => undefined,
  );
  if (isFirst) await reading;
  return known.programme;
}

async function readProgramme(ctx: Context): Promise<LandingProgramme> {
  const partners = await listOfferedPartners(ctx, ctx.db.system, moscowDay(ctx.clock.now()));
  return {
    operator: getOperator(ctx),
    networks: partners
      .filter(({ active }) => active)
      .map(({ key, title, cardPrice }) => ({ key, title, cardPriceKopecks: cardPrice })),
    stations: await countStations(ctx.db.system),
    notice: await findHolidayNotice(ctx),
    offer: toLandingOffer(ctx.config.operator.landing),
  };
}

function getOperator({ programme }: Context): LandingProgramme['operator'] {
  const { name, requisites } = programme.today();
  return { name, requisites: { name: requisites.name, inn: requisites.inn } };
}
