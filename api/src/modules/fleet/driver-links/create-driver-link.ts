import { shortNumber } from '#contract/values/card-number.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { fieldRefusal } from '../../../errors.ts';
import { hashSha256, newToken } from '../../../lib/secrets.ts';
import {
  mailSecurity,
  notifyOfSecurity,
  type CompanyNews,
} from '../../messaging/notices/security-notices.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { findDriverOnCard, insertLink, lockCard, revokeCardLink } from './driver-links.ts';

export interface LinkOrder {
  scope: CompanyScope;
  cardId: number;
  driverId: number;
  by: number;
  /** The portal's public address. */
  site: string;
}

/**
 * Makes the link, and sends it after the commit: the answer contains the link even if the message fails. Refuses on
 * `driver_id`; 404 another company's card.
 */
export async function createDriverLink(
  ctx: Context,
  { scope, cardId, driverId, by, site }: LinkOrder,
): Promise<{ id: number; url: string; sent: boolean }> {
  const card = await readCard(ctx, scope, cardId);
  const token = newToken();
  const now = ctx.clock.now();
  const { id, phone, news } = await ctx.db.inCompany(scope, async (tx) => {
    await lockCard(tx, scope, cardId);
    const driver = await findDriverOnCard(tx, scope, { cardId, driverId });
    if (driver === null) throw fieldRefusal('driver_id', 'Сначала прикрепите водителя к этой карте');
    const { phone } = driver;
    if (phone === null) throw fieldRefusal('driver_id', 'У водителя не указан телефон');
    await revokeCardLink(tx, scope, { cardId, driverId, by, now });
    const { companyId } = scope;
    const id = await insertLink(tx, { companyId, cardId, driverId, phone, hash: hashSha256(token), by, now });
    await recordEvent(tx, {
      at: now,
      what: 'driver-link-made',
      targets: [
        { kind: 'card', id: cardId },
        { kind: 'driver', id: driverId },
      ],
    });
    const news: CompanyNews = {
      userId: by,
      companyId,
      what: {
        event: 'driver-link-made',
        driver: `${driver.surname} ${driver.name}`,
        card: `${card.partnerTitle} ${shortNumber(card.number)}`,
      },
      about: String(id),
      now,
    };
    await notifyOfSecurity(tx, news);
    return { id, phone, news };
  });
  await mailSecurity(ctx, news);
  const url = `${site}/d/${token}`;
  const text = `Ваша топливная карта ${card.partnerTitle} ${shortNumber(card.number)}: ${url} ${ctx.programme.today().name}`;
  const outcome = await ctx.sms.send({ phone, text, clientId: `driver-link-${id}` });
  if (!outcome.accepted) ctx.log.warn({ reason: outcome.message }, 'a driver’s link was not sent');
  return { id, url, sent: outcome.accepted };
}
