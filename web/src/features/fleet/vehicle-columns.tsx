import { FUEL_TITLE } from '#contract/vehicles.ts';
import { formatPlate } from '#contract/plate.ts';
import type { Card } from '../../cards/describe-card.ts';
import { shortNumber } from '#contract/card-number.ts';
import { paths } from '../../paths.ts';
import type { Column } from '../../tables/column.ts';
import { RowLink } from '../../tables/RowLink.tsx';
import { decimalWords, type Vehicle } from './fleet-words.ts';

/** A truck in the list of them; its numbers lead to its page. */
export function vehicleColumns(cards: readonly Card[]): readonly Column<Vehicle>[] {
  const byId = new Map(cards.map((card) => [card.id, shortNumber(card.card_number)]));
  const cardsOf = ({ card_ids: ids }: Vehicle) =>
    ids
      .map((id) => byId.get(id) ?? '')
      .filter(Boolean)
      .join(', ');
  return [
    {
      key: 'plate',
      header: 'Номер',
      fixed: true,
      width: 150,
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
      value: (one) => one.group_title,
      cell: (one) => one.group_title,
    },
    {
      key: 'cards',
      header: 'Карты',
      width: 110,
      narrow: 'line',
      value: (one) => cardsOf(one) || null,
      cell: cardsOf,
    },
    {
      key: 'fuel',
      header: 'Топливо',
      width: 100,
      narrow: 'hidden',
      value: ({ fuel }) => FUEL_TITLE[fuel],
      cell: ({ fuel }) => FUEL_TITLE[fuel],
    },
    figure('tank', 'Бак, л', 90, (one) => one.tank_litres),
    figure('norm', 'Норма, л/100 км', 145, (one) => one.norm_litres_100km),
    {
      ...figure('winter', 'Норма зимой, л/100 км', 185, (one) => one.winter?.norm_litres_100km ?? null),
      extra: true,
    },
    { ...figure('odometer', 'Пробег, км', 120, (one) => one.odometer_km), kind: 'count' },
  ];
}

function figure(
  key: string,
  header: string,
  width: number,
  value: (one: Vehicle) => number | null,
): Column<Vehicle> {
  return {
    key,
    header,
    width,
    align: 'end',
    kind: 'litres',
    narrow: 'hidden',
    value,
    cell: (one) => decimalWords(value(one)),
  };
}
