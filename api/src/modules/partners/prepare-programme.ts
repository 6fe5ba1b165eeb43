import { sql } from 'kysely';
import { PARTNER_IDS } from '#contract/ids.ts';
import type { Context } from '../../context.ts';
import { prepareConsent } from '../consents/prepare-consent.ts';
import { prepareTerms } from '../terms/prepare-terms.ts';
import { insertMissingPartners } from './partner-store.ts';

/**
 * Prepares what must exist before the first visitor: the networks of the operator's file, the first staff member, a
 * framework agreement and the text of the consent. Runs at every start and changes nothing that exists.
 */
export async function prepareProgramme(ctx: Context): Promise<void> {
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
  await sql`
    insert into network_feed (partner_id) select unnest(${[...PARTNER_IDS]}::int[]) on conflict do nothing`.execute(
    ctx.db.system,
  );
  if (ctx.config.staffPhone) {
    await sql`
      insert into app_user (phone, is_staff, firstname, created_at)
      values (${ctx.config.staffPhone}, true, 'Сотрудник программы', ${ctx.clock.now()})
      on conflict (phone) do update set is_staff = true`.execute(ctx.db.system);
  }
  await prepareTerms(ctx);
  await prepareConsent(ctx);
}
