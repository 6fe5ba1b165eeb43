import { getSpendingSign, type OperationFilterValues } from '../operation-filter.ts';
import type { SummarySide } from '../spending.ts';
import { filterRows } from './filter-rows.ts';
import { openKeys, type RowKey } from './summary-keys.ts';
import { getCharged, openCentilitres, visitRows, type WorkingSet } from './working-set.ts';

/** Purchases less refunds. `spent`: kopecks that the company is charged. */
export interface SoldGroup {
  key: RowKey;
  partnerId: number;
  /** Title of what was sold. */
  goods: string;
  count: number;
  spent: number;
  centilitres: number;
}

export interface SoldGroups {
  /** By the row of the report, the network and the goods. */
  groups: SoldGroup[];
  /** Number of cards in each network, added up, by the key of the row. */
  cards: ReadonlyMap<string, number>;
  allCards: number;
}

/** More than a working set has rows. Three numbers below it fit into one. */
const RADIX = 2 ** 17;

/** Groups the purchases and refunds that a filter finds by the rows of a report. */
export function groupSold(
  set: WorkingSet,
  filter: OperationFilterValues,
  by: SummarySide,
  monthsLater: 0 | 1 = 0,
): SoldGroups {
  const [sides, networks, titles, cards] = [new Numbers(), new Numbers(), new Numbers(), new Numbers()];
  const groups = new Map<number, SoldGroup>();
  const holders = new Set<number>();
  const holdersBySide = new Map<string, number>();
  const fuelled = new Set<number>();
  visitRows(set, filterRows(set, filter), ({ lists, columns }) => {
    const readKey = openKeys({ lists, columns }, by, monthsLater);
    const readCentilitres = openCentilitres({ lists, columns });
    const numbers = new Map<RowKey, number>();
    const network = lists.partners.map(({ id }) => networks.get(id));
    const card = lists.cards.map(({ id }) => cards.get(id));
    const title = lists.goods.map((goods) => titles.get(goods.title ?? ''));
    const untitled = titles.get('');
    return (row) => {
      const sign = getSpendingSign(columns.type[row] as number, columns.status[row] as number);
      if (sign === 0) return;
      const key = readKey(row);
      let side = numbers.get(key);
      if (side === undefined) numbers.set(key, (side = sides.get(key.key)));
      const place = side * RADIX + (network[columns.partner[row] as number] as number);
      const cardNumber = card[columns.card[row] as number] as number;
      const holder = place * RADIX + cardNumber;
      if (!holders.has(holder)) {
        holders.add(holder);
        fuelled.add(cardNumber);
        holdersBySide.set(key.key, (holdersBySide.get(key.key) ?? 0) + 1);
      }
      const number = place * RADIX + (title[columns.goods[row] as number] ?? untitled);
      let group = groups.get(number);
      if (!group) {
        const partnerId = lists.partners[columns.partner[row] as number]?.id ?? 0;
        const goods = lists.goods[columns.goods[row] as number]?.title ?? '';
        groups.set(number, (group = { key, partnerId, goods, count: 0, spent: 0, centilitres: 0 }));
      }
      group.count += 1;
      group.spent += sign * getCharged(columns, row);
      group.centilitres += sign * readCentilitres(row);
    };
  });
  return { groups: [...groups.values()], cards: holdersBySide, allCards: fuelled.size };
}

/** Numbers values as they come. */
class Numbers {
  readonly #known = new Map<string | number, number>();

  get(value: string | number): number {
    const known = this.#known.get(value) ?? this.#known.size;
    this.#known.set(value, known);
    return known;
  }
}
