import { YEARS_PER_PAGE } from '#contract/limits.ts';
import { useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Stack.tsx';
import { Segmented } from '../../ui/Segmented.tsx';

type Props = {
  year: number;
  lastYear: number;
  /** First year of the company's contract. */
  firstYear: number;
  onChange: (year: number) => void;
};

/** Years in pages of 10, or of 5 on screens under 992 px (spec section 2). The newest year comes first. */
export function YearPager({ year, lastYear, firstYear, onChange }: Props) {
  const narrow = useMedia(`(max-width: ${YEARS_PER_PAGE.narrowBelowPx - 1}px)`);
  const size = narrow ? YEARS_PER_PAGE.narrow : YEARS_PER_PAGE.wide;
  const page = Math.floor((lastYear - year) / size);
  const newest = lastYear - page * size;
  const years = Array.from({ length: size }, (_, back) => newest - back).filter(
    (value) => value >= Math.min(firstYear, year),
  );
  return (
    <Row>
      <Segmented
        label="Год"
        labelHidden
        value={String(year)}
        onChange={(value) => onChange(Number(value))}
        options={years.map((value) => ({ value: String(value), label: String(value) }))}
      />
      {page > 0 && (
        <Button size="small" variant="quiet" onClick={() => onChange(newest + size)}>
          Позже
        </Button>
      )}
      {newest - size >= firstYear && (
        <Button size="small" variant="quiet" onClick={() => onChange(newest - size)}>
          Раньше
        </Button>
      )}
    </Row>
  );
}
