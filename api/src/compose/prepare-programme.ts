import type { Context } from '../context.ts';
import { insertMissingFeeds } from '../modules/fuel/sales/feeds.ts';
import { ensureStaff } from '../modules/messaging/users/users.ts';
import { prepareConsent } from '../modules/identity/consents/personal-data-consent.ts';
import { prepareTerms } from '../modules/companies/terms/terms.ts';
import { continueEvents } from '../modules/companies/events/events.ts';
import { prepareNews } from '../modules/programme/news/news.ts';
import { prepareProgrammeValues } from '../modules/programme/requisites/change-programme.ts';
import { insertMissingPartners } from '../modules/programme/partners/partners.ts';

/**
 * Prepares what must exist before the first visitor: the values and the networks of the operator's file, the first staff
 * member, a framework agreement, the text of the consent and the first news. Runs at every start and changes nothing that exists.
 */
export async function prepareProgramme(ctx: Context): Promise<void> {
  await prepareProgrammeValues(ctx);
  await insertMissingPartners(
    ctx.db.system,
    ctx.config.operator.partners.map(({ id, key, title, active, cardPriceRubles }) => ({
      id,
      key,
      title,
      active,
      cardPriceKopecks: Math.round(cardPriceRubles * 100),
    })),
  );
  await ctx.rereadNetworks();
  await insertMissingFeeds(ctx.db.system);
  await continueEvents(ctx);
  await ensureStaff(ctx.db.system, { phones: ctx.config.staffPhones, now: ctx.clock.now() });
  await prepareTerms(ctx);
  await prepareConsent(ctx);
  await prepareNews(ctx);
}
