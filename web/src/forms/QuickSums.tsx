import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { AMOUNT_MAX_DIGITS } from '#contract/limits.ts';
import { formatNumber } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { Row } from '../ui/Stack.tsx';
import { moneyText } from './type-money.ts';

type Props = {
  /** Available rubles, or null while unknown. Higher sums are not offered. */
  max: number | null;
  /** Offers the whole available sum, by this name and in rubles. */
  all?: { label: string; rubles: number };
  onChoose: (text: string, sum: Kopecks) => void;
};

const USUAL = [5_000, 10_000, 20_000];

/** Offers the usual sums, and the whole balance, by one click each. */
export function QuickSums({ max, all, onChoose }: Props) {
  const choose = (rubles: number) => {
    const sum = kopecks(Math.round(rubles * 100));
    onChoose(moneyText(sum), sum);
  };
  const offered = USUAL.filter((sum) => max === null || sum <= max);
  const allFits = all !== undefined && all.rubles > 0 && all.rubles < 10 ** AMOUNT_MAX_DIGITS;
  if (offered.length === 0 && !allFits) return null;
  return (
    <Row role="group" aria-label="Быстрый выбор суммы">
      {offered.map((sum) => (
        <Button key={sum} size="small" onClick={() => choose(sum)}>
          {formatNumber(sum)}
        </Button>
      ))}
      {allFits && (
        <Button size="small" onClick={() => choose(all.rubles)}>
          {all.label}
        </Button>
      )}
    </Row>
  );
}
