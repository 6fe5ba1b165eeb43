import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useToday } from '../../lib/use-today.ts';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/layers/Popover.tsx';
import { readyPeriods } from './period-choices.ts';
import { DAY } from './type-day.ts';
import { TypedField } from '../TypedField.tsx';
import type { PeriodTyping } from './use-period.ts';
import styles from './PeriodFields.module.css';

const PeriodCalendar = lazy(() => import('./PeriodCalendar.tsx'));

/** The first and the last day of a period: typed, picked from a calendar, or one of the usual ones. */
export function PeriodFields({ period }: { period: PeriodTyping }) {
  const { dateFrom = '', dateTo = '' } = period.shown;
  return (
    <div className={styles.period} data-period>
      <TypedField
        way={DAY}
        label="С"
        labelHidden
        prefix="с"
        value={dateFrom}
        error={period.problem?.dateFrom}
        onChange={(day) => period.change({ dateFrom: day })}
      />
      <TypedField
        way={DAY}
        label="По"
        labelHidden
        prefix="по"
        value={dateTo}
        error={period.problem?.dateTo}
        onChange={(day) => period.change({ dateTo: day })}
      />
      <Popover label="Календарь и готовые периоды" icon={<IconCalendar aria-hidden="true" stroke={1.75} />}>
        {(close) => <Choice period={period} onChosen={close} />}
      </Popover>
    </div>
  );
}

function Choice({ period, onChosen }: { period: PeriodTyping; onChosen: () => void }) {
  const today = useToday();
  const { dateFrom, dateTo } = period.shown;
  function choose(from: string, to: string) {
    period.change({ dateFrom: from, dateTo: to });
    onChosen();
  }
  return (
    <div className={styles.choice}>
      <ul className={styles.ready} aria-label="Готовые периоды">
        {readyPeriods(today).map(({ key, label, from, to }) => (
          <li key={key}>
            <Button
              size="small"
              variant="quiet"
              aria-pressed={from === dateFrom && to === dateTo}
              className={styles.one}
              onClick={() => choose(from, to)}
            >
              {label}
            </Button>
          </li>
        ))}
      </ul>
      <Suspense fallback={<div className={styles.toCome} aria-busy="true" />}>
        <PeriodCalendar from={dateFrom} to={dateTo} today={today} onChoose={choose} />
      </Suspense>
    </div>
  );
}
