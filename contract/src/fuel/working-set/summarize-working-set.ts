import type { PartnerId } from '../../ids.ts';
import { kopecks } from '../../kopecks.ts';
import type { OperationFilterValues } from '../operation-filter.ts';
import { COMPARES_PRICE, type SummarySide } from '../spending.ts';
import { comparedPeriod, findComparedDays } from '../summary/compared-period.ts';
import { presentSummary, type PresentedSummary } from '../summary/present-summary.ts';
import { makeSummary, type SummaryRow } from '../summary/summary.ts';
import { groupSold, type SoldGroup, type SoldGroups } from './group-sold.ts';
import { hasSince, type WorkingSet } from './working-set.ts';

/** Query of `summarizeOperations`. */
export interface SummaryQuery extends Omit<OperationFilterValues, 'operationId' | 'typeId' | 'statusId'> {
  by: SummarySide;
}

/** Filters that narrow the prices of networks, too. */
const PRICE_FILTERS: ReadonlySet<string> = new Set(['partnerId', 'goods', 'dateFrom', 'dateTo']);

/**
 * Answers `summarizeOperations` from a working set as the server would, but for what odometers give: distances and what follows
 * from them are null. Returns null where the set does not have all operations that the report is about. `today`: Moscow day.
 */
export function summarizeWorkingSet(
  set: WorkingSet,
  { by, ...filter }: SummaryQuery,
  today: string,
): PresentedSummary | null {
  const { partnerId, goods, dateFrom, dateTo } = filter;
  const period = comparedPeriod(filter, today);
  const compared = period && { dateFrom: period.compared.from, dateTo: period.compared.to };
  const before = findComparedDays(by, filter, { compared: period?.compared ?? null, today });
  if (![filter, compared, before].every((days) => !days || hasSince(set, days.dateFrom))) return null;
  const now = groupSold(set, filter, by);
  const isOpen = dateTo === undefined || dateTo >= today;
  const rows = listRows(now, {
    before: before && groupSold(set, { ...filter, ...before }, by, by === 'month' ? 1 : 0).groups,
    paid: COMPARES_PRICE[by] ? listPaid() : [],
    running: by === 'month' && isOpen ? today.slice(0, 7) : null,
  });
  const spentBefore =
    by === 'month' && compared
      ? sumSpent(groupSold(set, { ...filter, ...compared }, 'network').groups)
      : null;
  const cards = new Set([...now.cards.values()].flatMap((ids) => [...ids]));
  return presentSummary(makeSummary(rows, { by, period, cards: cards.size, spentBefore }));

  /** Prices are those of all cards, drivers and stations of the company. */
  function listPaid(): readonly SoldGroup[] {
    const isOfAll = Object.entries(filter).every(
      ([name, value]) => value === undefined || PRICE_FILTERS.has(name),
    );
    return isOfAll ? now.groups : groupSold(set, { partnerId, goods, dateFrom, dateTo }, 'network').groups;
  }
}

interface RowFacts {
  /** Sold on the days compared. Null where rows are not compared. */
  before: readonly SoldGroup[] | null;
  /** Sold in all, by network and goods, where prices are compared. */
  paid: readonly SoldGroup[];
  /** The month that is not over. */
  running: string | null;
}

/** Lists the rows by their keys. */
function listRows({ groups, cards }: SoldGroups, { before, paid, running }: RowFacts): SummaryRow[] {
  const prices = sumByGoods(paid);
  const sold = Map.groupBy(groups, ({ key }) => key.key);
  const previous = Map.groupBy(before ?? [], ({ key }) => key.key);
  const keys = [...new Set([...sold.keys(), ...previous.keys()])].toSorted((a, b) => (a < b ? -1 : 1));
  return keys.map((key) => {
    const [own = [], earlier = []] = [sold.get(key), previous.get(key)];
    return {
      key,
      title: (own[0] ?? earlier[0])?.key.title ?? '',
      count: sum(own, 'count'),
      spent: sumSpent(own),
      centilitres: sum(own, 'centilitres'),
      cards: cards.get(key)?.size ?? 0,
      previous: before && sumSpent(earlier),
      run: null,
      networks: listNetworks(own),
      overNetwork: compareWithNetworks(own, prices),
      unfinished: key === running,
    };
  });
}

function sum(groups: readonly SoldGroup[], name: 'count' | 'spent' | 'centilitres'): number {
  return groups.reduce((total, group) => total + group[name], 0);
}

function sumSpent(groups: readonly SoldGroup[]) {
  return kopecks(sum(groups, 'spent'));
}

function nameGoods({ partnerId, goods }: SoldGroup): string {
  return `${partnerId} ${goods}`;
}

type Bought = Pick<SoldGroup, 'spent' | 'centilitres'>;

function sumByGoods(groups: readonly SoldGroup[]): Map<string, Bought> {
  const sums = new Map<string, Bought>();
  for (const group of groups) {
    const { spent = 0, centilitres = 0 } = sums.get(nameGoods(group)) ?? {};
    sums.set(nameGoods(group), {
      spent: spent + group.spent,
      centilitres: centilitres + group.centilitres,
    });
  }
  return sums;
}

function listNetworks(groups: readonly SoldGroup[]): SummaryRow['networks'] {
  return [...Map.groupBy(groups, ({ partnerId }) => partnerId)]
    .map(([partnerId, own]) => ({ partnerId: partnerId as PartnerId, spent: sumSpent(own) }))
    .filter(({ spent }) => spent !== 0)
    .toSorted((a, b) => a.partnerId - b.partnerId);
}

/** Compares what a row paid with what its litres of each goods cost in each network, in whole kopecks as the server does. */
function compareWithNetworks(
  groups: readonly SoldGroup[],
  prices: ReadonlyMap<string, Bought>,
): SummaryRow['overNetwork'] {
  const priced = groups.flatMap((group) => {
    const paid = prices.get(nameGoods(group));
    return paid && paid.spent > 0 && paid.centilitres > 0 ? [{ group, paid }] : [];
  });
  if (priced.length === 0) return null;
  return {
    kopecks: priced.reduce((total, { group, paid }) => total + findExcess(group, paid), 0),
    centilitres: priced.reduce((total, { group }) => total + group.centilitres, 0),
  };
}

/** Exact, rounded half away from zero: the products exceed what a number holds. */
function findExcess(group: Bought, paid: Bought): number {
  const divisor = BigInt(paid.centilitres);
  const excess = BigInt(group.spent) * divisor - BigInt(group.centilitres) * BigInt(paid.spent);
  const rounded = ((excess < 0n ? -excess : excess) * 2n + divisor) / (divisor * 2n);
  return Number(excess < 0n ? -rounded : rounded);
}
