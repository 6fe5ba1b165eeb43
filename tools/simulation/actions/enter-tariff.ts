import type { FirstPartnerId } from '#contract/ids.ts';
import { moscowDay } from '../../../api/src/lib/money-format.ts';
import { changeAsStaff } from '../ask.ts';
import type { Company, TariffTerms } from '../truth.ts';
import type { World } from '../world.ts';

const DAY_MS = 86_400_000;

/** Staff change what a company pays at a network, from tomorrow on. The latest tariff counts. */
export async function enterTariff(
  world: World,
  company: Company,
  partnerId: FirstPartnerId,
  terms: TariffTerms,
): Promise<void> {
  const firstDay = moscowDay(new Date(world.outside.clock.now().getTime() + DAY_MS));
  const { change, unit, rate, fee } = terms;
  await changeAsStaff(world, 'POST', '/staff/api/tariffs', {
    company_id: company.id,
    partner_id: partnerId,
    change,
    unit,
    rate: rate / 100,
    fee: fee / 100,
    first_day: firstDay,
  });
  company.tariffs.push({ partnerId, firstDay, ...terms });
  world.count(`tariff ${change}`);
}
