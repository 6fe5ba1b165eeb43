import { TextField } from '../ui/TextField.tsx';
import type { PeriodTyping } from './use-period.ts';

/** The first and the last day of a period; neither can go past the other. */
export function PeriodFields({ period: { shown, change, problem } }: { period: PeriodTyping }) {
  const { dateFrom = '', dateTo = '' } = shown;
  return (
    <>
      <TextField
        label="С"
        type="date"
        value={dateFrom}
        max={dateTo}
        onChange={(day) => change({ dateFrom: day })}
        error={problem?.dateFrom}
      />
      <TextField
        label="По"
        type="date"
        value={dateTo}
        min={dateFrom}
        onChange={(day) => change({ dateTo: day })}
        error={problem?.dateTo}
      />
    </>
  );
}
