import { shortNumber } from '#contract/values/card-number.ts';
import { counted } from '#contract/values/counted.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { formatLitres } from '../../../lib/money-format.ts';
import { readCard } from '../../cards/cards/read-card.ts';
import { countLitres, type FuelPlan } from '../fuel-plans/fuel-plan.ts';
import { cardsOfVehicle } from '../vehicles/vehicles.ts';
import { createDriverLink } from './create-driver-link.ts';
import { listOpenLinks } from './driver-links.ts';

/**
 * Sends an SMS to each driver of the plan's cards: drivers with the page are asked to open it, drivers without one get
 * its link. Failed messages are reported, and the plan stays on the page all the same.
 */
export async function notifyDriversOfPlan(
  ctx: Context,
  { scope, plan, by, site }: { scope: CompanyScope; plan: FuelPlan; by: number; site: string },
): Promise<{ notified: string[]; notNotified: string[] }> {
  const notified: string[] = [];
  const notNotified: string[] = [];
  const seen = new Set<number>();
  for (const cardId of await listPlanCards(ctx, scope, plan)) {
    const card = await readCard(ctx, scope, cardId);
    const links = await ctx.db.inCompany(scope, (tx) => listOpenLinks(tx, scope, cardId));
    if (card.drivers.length === 0)
      notNotified.push(`К карте ${shortNumber(card.number)} не прикреплён водитель`);
    for (const { id: driverId, surname, name, phone } of card.drivers) {
      if (seen.has(driverId)) continue;
      seen.add(driverId);
      const who = `${surname} ${name}`;
      const link = links.find((driverLink) => driverLink.driver.id === driverId);
      if (!phone) notNotified.push(`${who}: не указан телефон`);
      else if (await sent(ctx, { scope, plan, by, site, cardId, driverId, link })) notified.push(who);
      else notNotified.push(`${who}: СМС не отправилось`);
    }
  }
  return { notified, notNotified };
}

/** Lists the cards that the plan uses, or all of the truck's when it needs none. */
async function listPlanCards(
  ctx: Context,
  scope: CompanyScope,
  { stops, vehicle }: FuelPlan,
): Promise<number[]> {
  if (stops.length > 0) return [...new Set(stops.map(({ cardId }) => cardId))];
  return ctx.db.inCompany(scope, (tx) => cardsOfVehicle(tx, scope, vehicle.id));
}

async function sent(
  ctx: Context,
  about: {
    scope: CompanyScope;
    plan: FuelPlan;
    by: number;
    site: string;
    cardId: number;
    driverId: number;
    link: { phone: string } | undefined;
  },
): Promise<boolean> {
  const { scope, plan, by, site, cardId, driverId, link } = about;
  if (!link) return (await createDriverLink(ctx, { scope, cardId, driverId, by, site })).sent;
  const stops = counted(plan.stops.length, ['остановка', 'остановки', 'остановок']);
  const text = `План заправок ${plan.way}: ${stops}, ${formatLitres(countLitres(plan))}. Он на странице вашей карты. ${ctx.programme.today().name}`;
  const outcome = await ctx.sms.send({
    phone: link.phone,
    text,
    clientId: `fuel-plan-${plan.id}-${driverId}`,
  });
  if (!outcome.accepted) ctx.log.warn({ reason: outcome.message }, 'a driver was not told of his fuel plan');
  return outcome.accepted;
}
