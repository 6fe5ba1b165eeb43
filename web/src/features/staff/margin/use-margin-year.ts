import { useSearchParams } from 'react-router';
import { MARGIN_YEAR_SIDES, type MarginMonth, type MarginYearSide } from '#contract/backoffice/margin.ts';
import { useToday } from '../../../lib/use-today.ts';
import { useWriteAddress } from '../../../state/use-write-address.ts';

/** Years that can be chosen: the running one and those before it. */
const YEARS = 5;

/** Figures of which one is shown for each month. */
export const MARGIN_FIGURES = [
  'margin',
  'percent',
  'revenue',
  'cost',
  'litres',
] as const satisfies readonly (keyof MarginMonth)[];
export type MarginFigure = (typeof MARGIN_FIGURES)[number];

/** The year, its breakdown, the figure of a month and the row of the chart, as in the address. */
export interface MarginYearFilters {
  year: string;
  by: MarginYearSide;
  figure: MarginFigure;
  /** Key of the row; null: the whole programme. */
  row: string | null;
}

/** Reads the filters from the address and writes them there; the default year is the running one. */
export function useMarginYear(): {
  filters: MarginYearFilters;
  years: readonly string[];
  change: (change: Partial<MarginYearFilters>) => void;
} {
  const [search] = useSearchParams();
  const write = useWriteAddress();
  const thisYear = Number(useToday().slice(0, 4));
  const years = Array.from({ length: YEARS }, (_, back) => String(thisYear - back));
  const filters = {
    year: years.find((year) => year === search.get('year')) ?? String(thisYear),
    by: MARGIN_YEAR_SIDES.find((side) => side === search.get('by')) ?? 'client',
    figure: MARGIN_FIGURES.find((figure) => figure === search.get('figure')) ?? 'margin',
    row: search.get('row'),
  };
  return { filters, years, change: (change) => write({ ...change }) };
}
