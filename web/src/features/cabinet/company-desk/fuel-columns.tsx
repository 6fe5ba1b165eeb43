import type { ReactNode } from 'react';
import type { readCompaniesSpending } from '#contract/companies/own-companies.ts';
import { paths } from '../../../paths.ts';
import type { CallAnswer } from '../../../server/client.ts';
import type { Column } from '../../../tables/column.ts';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { moneyColumn } from '../../../tables/usual-columns.tsx';
import { Litres, Money } from '../../../ui/text/Money.tsx';
import { LinkButton } from '../../../ui/text/TextLink.tsx';

type Spending = CallAnswer<typeof readCompaniesSpending>;

/** Fuel of a company in the period, with its own money and its debt now, in rubles. */
export type CompanyFuel = Spending['data'][number] & { own: number; debt: number };

/** A phone leaves the line out. */
const NO_FIGURE = <span data-desk>—</span>;

/** Columns of the fuel of companies, the largest sum first. `enter` opens the report of a company. */
export function fuelColumns(
  enter: (company: { id: number; title: string }, href: string) => void,
): readonly Column<CompanyFuel>[] {
  return [
    {
      key: 'title',
      header: 'Компания',
      narrow: 'title',
      fixed: true,
      leastWidth: 220,
      value: ({ title }) => title,
      cell: (company) => (
        <TwoLines below={`ИНН ${company.inn}`}>
          <LinkButton data-print="text" onClick={() => enter(company, paths.transactions)}>
            {company.title}
          </LinkButton>
        </TwoLines>
      ),
    },
    moneyColumn({ key: 'sum', header: 'Топливо', narrow: 'aside', value: ({ sum }) => sum }),
    {
      ...moneyColumn<CompanyFuel>({
        key: 'difference',
        header: 'К прошлому периоду',
        narrow: 'line',
        value: ({ difference }) => difference,
      }),
      cell: ({ difference }) => (difference === null ? NO_FIGURE : <Money value={difference} signed />),
    },
    litresColumn('litres', 'Литры', ({ litres }) => litres),
    litresColumn('litres_100km', 'Литров на 100 км', (company) => company.litres_100km),
    moneyColumn({ key: 'own', header: 'Свои деньги', narrow: 'line', value: ({ own }) => own }),
    {
      ...moneyColumn<CompanyFuel>({ key: 'debt', header: 'Долг', narrow: 'line', value: ({ debt }) => debt }),
      cell: ({ debt }) => (debt === 0 ? NO_FIGURE : <Money value={debt} />),
    },
  ];
}

function litresColumn(
  key: string,
  header: string,
  value: (company: CompanyFuel) => number | null,
): Column<CompanyFuel> {
  return {
    key,
    header,
    align: 'end',
    kind: 'litres',
    narrow: 'line',
    value,
    cell: (company) => {
      const litres = value(company);
      return litres === null ? '—' : <Litres value={litres} />;
    },
  };
}

/** Returns what all companies have together, by column. */
export function fuelFooter(
  totals: Spending['meta']['totals'],
  rows: readonly CompanyFuel[],
): Readonly<Record<string, ReactNode>> {
  return {
    title: 'Всего',
    sum: <Money value={totals.sum} />,
    difference: totals.difference === null ? null : <Money value={totals.difference} signed />,
    litres: <Litres value={totals.litres} />,
    litres_100km: totals.litres_100km === null ? null : <Litres value={totals.litres_100km} />,
    own: <Money value={rows.reduce((sum, { own }) => sum + own, 0)} />,
    debt: <Money value={rows.reduce((sum, { debt }) => sum + debt, 0)} />,
  };
}
