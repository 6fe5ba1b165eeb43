import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { moscowDay } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { Popover } from '../ui/Popover.tsx';
import { TextField } from '../ui/TextField.tsx';
import { readyPeriods } from './period-choices.ts';
import { completedDay, typedDay, writtenDay } from './type-day.ts';
import type { PeriodTyping } from './use-period.ts';
import styles from './PeriodFields.module.css';

const PeriodCalendar = lazy(() => import('./PeriodCalendar.tsx'));

/** The first and the last day of a period: typed, picked from a calendar, or one of the usual ones. */
export function PeriodFields({ period }: { period: PeriodTyping }) {
  const { dateFrom = '', dateTo = '' } = period.shown;
  return (
    <div className={styles.period} data-period>
      <DayField
        label="С"
        value={dateFrom}
        error={period.problem?.dateFrom}
        onChange={(day) => period.change({ dateFrom: day })}
      />
      <DayField
        label="По"
        value={dateTo}
        error={period.problem?.dateTo}
        onChange={(day) => period.change({ dateTo: day })}
      />
      <Popover
        label="Календарь и готовые периоды"
        icon={<IconCalendar aria-hidden="true" stroke={1.75} />}
        className={styles.open}
      >
        {(close) => <Choice period={period} onChosen={close} />}
      </Popover>
    </div>
  );
}

type DayProps = {
  label: string;
  /** `YYYY-MM-DD`, or what has been typed of it. */
  value: string;
  error: string | undefined;
  help?: string;
  onChange: (day: string) => void;
};

/** A day as it is written in Russia, whatever the language of the browser. */
export function DayField({ label, value, error, help, onChange }: DayProps) {
  return (
    <TextField
      label={label}
      help={help}
      inputMode="numeric"
      autoComplete="off"
      placeholder="дд.мм.гггг"
      value={writtenDay(value)}
      error={error}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(text) => onChange(typedDay(text))}
      onBlur={() => {
        const whole = completedDay(value);
        if (whole !== value) onChange(whole);
      }}
    />
  );
}

function Choice({ period, onChosen }: { period: PeriodTyping; onChosen: () => void }) {
  const [today] = useState(() => moscowDay(new Date()));
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
