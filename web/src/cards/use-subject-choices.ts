import { listCards, listGoodsGroups } from '#contract/cards.ts';
import { listDrivers } from '#contract/drivers.ts';
import { formatPlate } from '#contract/plate.ts';
import { listVehicles } from '#contract/vehicles.ts';
import { listPartners } from '#contract/orders.ts';
import { offeredIds, useRead } from '../state/use-call.ts';
import { cardChoices } from './card-choices.ts';
import { fullDriverName } from './describe-card.ts';

type Choice = { id: number; label: string };

/** What operations can be narrowed down to, as the fields of a list offer it. */
export type SubjectChoices = {
  cards: readonly Choice[];
  partners: readonly Choice[];
  drivers: readonly Choice[];
  vehicles: readonly Choice[];
  goods: readonly string[];
  /** Null until they are known. */
  cardIds: readonly string[] | null;
  driverIds: readonly string[] | null;
};

/** The company's cards and drivers, the networks and their goods. */
export function useSubjectChoices(): SubjectChoices {
  const cards = useRead(listCards);
  const drivers = useRead(listDrivers);
  const vehicles = useRead(listVehicles);
  const partners = useRead(listPartners);
  const groups = useRead(listGoodsGroups);
  const titles = (groups.data?.data ?? []).flatMap(({ goods }) => goods.map(({ title }) => title));
  return {
    cards: cardChoices(cards.data?.data ?? []),
    partners: (partners.data?.data ?? []).map(({ id, title }) => ({ id, label: title })),
    vehicles: (vehicles.data?.data ?? []).map(({ id, plate, brand }) => ({
      id,
      label: [formatPlate(plate), brand].filter(Boolean).join(', '),
    })),
    drivers: (drivers.data?.data ?? []).map((one) => ({ id: one.id, label: fullDriverName(one) })),
    goods: [...new Set(titles)],
    cardIds: offeredIds(cards),
    driverIds: offeredIds(drivers),
  };
}
