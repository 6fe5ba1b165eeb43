import { NoMoney } from '../../ui/text/Money.tsx';

/** Returns how much more than in the period before, in rubles; null where nothing was spent then. */
export function getDifference({
  difference,
  previous_sum: previous,
}: {
  difference: number | null;
  previous_sum: number | null;
}): number | null {
  return previous ? difference : null;
}

/** Stands in a column of differences where there is nothing to compare with. A phone leaves the line out. */
export function NoDifference({ before = 'В прошлом периоде' }: { before?: string }) {
  return (
    <span data-desk>
      <NoMoney reason={`${before} расходов не было: сравнивать не с чем`} />
    </span>
  );
}
