import type { OperationFilterValues } from '../operation-filter.ts';
import type { SummarySide } from '../spending.ts';
import { filterRows } from './filter-rows.ts';
import { openKeys, type RowKey } from './summary-keys.ts';
import { readSold, visitRows, type WorkingSet } from './working-set.ts';

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
  /** Cards by the key of the row. */
  cards: ReadonlyMap<string, ReadonlySet<number>>;
}

/**
 * Groups the purchases and refunds that a filter finds by the rows of a report. A part of the set names its values by small
 * numbers, so a group is sought by its texts once a part, not once an operation.
 */
export function groupSold(
  set: WorkingSet,
  filter: OperationFilterValues,
  by: SummarySide,
  monthsLater: 0 | 1 = 0,
): SoldGroups {
  const groups = new Map<string, SoldGroup>();
  const cards = new Map<string, Set<number>>();
  visitRows(set, filterRows(set, filter), (part) => {
    const { lists, columns } = part;
    const { keys, find } = openKeys(part, by, monthsLater);
    const { sign, spent, centilitres } = readSold(part);
    const networks = lists.partners.length;
    const goods = ['', ...lists.goods.map(({ title }) => title ?? '')];
    const known = new Map<number, SoldGroup>();
    const holders = new Set<number>();
    return (row) => {
      if (sign[row] === 0) return;
      const place = find(row);
      const network = columns.partner[row] as number;
      const title = (columns.goods[row] as number) + 1;
      const number = (place * networks + network) * goods.length + title;
      let group = known.get(number);
      if (!group) {
        const partnerId = lists.partners[network]?.id ?? 0;
        group = findGroup(groups, { key: keys[place] as RowKey, partnerId, goods: goods[title] as string });
        known.set(number, group);
      }
      group.count += 1;
      group.spent += spent[row] as number;
      group.centilitres += centilitres[row] as number;
      const card = columns.card[row] as number;
      const holder = place * lists.cards.length + card;
      if (holders.has(holder)) return;
      holders.add(holder);
      addCard(cards, group.key.key, lists.cards[card]?.id ?? 0);
    };
  });
  return { groups: [...groups.values()], cards };
}

function findGroup(
  groups: Map<string, SoldGroup>,
  sold: Pick<SoldGroup, 'key' | 'partnerId' | 'goods'>,
): SoldGroup {
  const name = `${sold.partnerId} ${sold.key.key}\n${sold.goods}`;
  const known = groups.get(name) ?? { ...sold, count: 0, spent: 0, centilitres: 0 };
  groups.set(name, known);
  return known;
}

function addCard(cards: Map<string, Set<number>>, key: string, id: number): void {
  const known = cards.get(key);
  if (known) known.add(id);
  else cards.set(key, new Set([id]));
}
