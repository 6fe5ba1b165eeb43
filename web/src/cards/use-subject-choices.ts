import { useMemo } from 'react';
import { listCards, listGoodsGroups } from '#contract/cards/cards.ts';
import { listDrivers } from '#contract/cards/drivers.ts';
import { listCardGroups } from '#contract/fleet/card-groups.ts';
import { formatTruck } from '#contract/values/plate.ts';
import { listVehicles } from '#contract/fleet/vehicles.ts';
import { listPartners } from '#contract/orders/orders.ts';
import { offeredIds, useRead } from '../state/use-call.ts';
import type { Option } from '../ui/fields/Select.tsx';
import { cardChoices } from './card-choices.ts';
import { fullDriverName } from './describe-card.ts';

/** Choices that operations can be filtered by, as the fields of a list offer them. */
export type SubjectChoices = {
  cards: readonly Option[];
  partners: readonly Option[];
  drivers: readonly Option[];
  vehicles: readonly Option[];
  groups: readonly Option[];
  goods: readonly string[];
  /** Null until they are known. */
  cardIds: readonly string[] | null;
  driverIds: readonly string[] | null;
};

/** The company's cards and drivers, the networks and their goods. There may be ten thousand cards: each list is made once. */
export function useSubjectChoices(): SubjectChoices {
  const cards = useRead(listCards);
  const drivers = useRead(listDrivers);
  const vehicles = useRead(listVehicles);
  const partners = useRead(listPartners);
  const goodsGroups = useRead(listGoodsGroups);
  const groups = useRead(listCardGroups);
  return {
    cards: useMemo(() => toOptions(cardChoices(cards.data?.data ?? [])), [cards.data]),
    partners: useMemo(
      () => toOptions((partners.data?.data ?? []).map(({ id, title }) => ({ id, label: title }))),
      [partners.data],
    ),
    vehicles: useMemo(
      () =>
        toOptions(
          (vehicles.data?.data ?? []).map(({ id, plate, brand }) => ({
            id,
            label: formatTruck({ plate, brand }),
          })),
        ),
      [vehicles.data],
    ),
    drivers: useMemo(
      () =>
        toOptions(
          (drivers.data?.data ?? []).map((driver) => ({ id: driver.id, label: fullDriverName(driver) })),
        ),
      [drivers.data],
    ),
    goods: useMemo(
      () => [
        ...new Set((goodsGroups.data?.data ?? []).flatMap(({ goods }) => goods.map(({ title }) => title))),
      ],
      [goodsGroups.data],
    ),
    groups: useMemo(
      () => toOptions((groups.data?.data ?? []).map(({ id, title }) => ({ id, label: title }))),
      [groups.data],
    ),
    cardIds: offeredIds(cards),
    driverIds: offeredIds(drivers),
  };
}

function toOptions(choices: readonly { id: number; label: string }[]): readonly Option[] {
  return choices.map(({ id, label }) => ({ value: String(id), label }));
}
