import { FUEL_TITLE } from '#contract/fleet/vehicles.ts';
import { formatPlate } from '#contract/values/plate.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { formatFixed } from '../../../lib/format.ts';
import { paths } from '../../../paths.ts';
import type { Column } from '../../../tables/column.ts';
import { RowLink } from '../../../tables/RowLink.tsx';
import { countDecimals, type Vehicle } from './format-vehicle.ts';

/** A truck in the list of them; its numbers lead to its page. */
export function vehicleColumns(
  cards: readonly Card[],
  trucks: readonly Vehicle[],
): readonly Column<Vehicle>[] {
  const byId = new Map(cards.map((card) => [card.id, shortNumber(card.card_number)]));
  const formatCards = ({ card_ids: ids }: Vehicle) =>
    ids
      .map((id) => byId.get(id) ?? '')
      .filter(Boolean)
      .join(', ');
  const figure = (key: string, header: string, width: number, value: (item: Vehicle) => number | null) =>
    figureColumn({ key, header, width, value, decimals: countDecimals(trucks.map(value)) });
  return [
    {
      key: 'plate',
      header: 'Номер',
      fixed: true,
      width: 132,
      narrow: 'title',
      value: ({ plate }) => plate,
      cell: ({ id, plate }) => <RowLink to={paths.vehicle(id)}>{formatPlate(plate)}</RowLink>,
    },
    {
      key: 'brand',
      header: 'Марка',
      narrow: 'second',
      value: ({ brand }) => brand || null,
      cell: ({ brand }) => brand,
    },
    {
      key: 'group',
      header: 'Группа',
      width: 140,
      narrow: 'second',
      value: (item) => item.group_title,
      cell: (item) => item.group_title,
    },
    {
      key: 'cards',
      header: 'Карты',
      width: 100,
      narrow: 'line',
      value: (item) => formatCards(item) || null,
      cell: formatCards,
    },
    {
      key: 'fuel',
      header: 'Топливо',
      width: 92,
      narrow: 'hidden',
      value: ({ fuel }) => FUEL_TITLE[fuel],
      cell: ({ fuel }) => FUEL_TITLE[fuel],
    },
    figure('tank', 'Бак, л', 82, (item) => item.tank_litres),
    figure('norm', 'Норма, л/100 км', 145, (item) => item.norm_litres_100km),
    {
      ...figure('winter', 'Норма зимой, л/100 км', 185, (item) => item.winter?.norm_litres_100km ?? null),
      extra: true,
    },
    { ...figure('odometer', 'Пробег, км', 120, (item) => item.odometer_km), kind: 'count' },
  ];
}

type Figure = {
  key: string;
  header: string;
  width: number;
  value: (item: Vehicle) => number | null;
  decimals: number;
};

function figureColumn({ key, header, width, value, decimals }: Figure): Column<Vehicle> {
  return {
    key,
    header,
    width,
    align: 'end',
    kind: 'litres',
    narrow: 'hidden',
    value,
    cell: (item) => {
      const shown = value(item);
      return shown === null ? '' : formatFixed(shown, decimals);
    },
  };
}
