import { useState } from 'react';
import { DayPicker, type DateRange } from 'react-day-picker';
import { ru } from 'react-day-picker/locale/ru';
import { capitalized, formatDate } from '../lib/format.ts';
import { dayOf } from '../lib/read-address.ts';
import styles from './PeriodCalendar.module.css';

type Props = {
  from: string | undefined;
  to: string | undefined;
  today: string;
  /** Both days have been chosen. */
  onChoose: (from: string, to: string) => void;
};

/** A month to choose a period from: the first press is one end of it, the second the other. */
export default function PeriodCalendar({ from, to, today, onChoose }: Props) {
  const [begun, setBegun] = useState<Date | null>(null);
  const shown: DateRange = begun ? { from: begun } : { from: dateOf(from), to: dateOf(to) };

  function onDay(day: Date) {
    if (!begun) return setBegun(day);
    const [first, last] = begun <= day ? [begun, day] : [day, begun];
    return onChoose(dayText(first), dayText(last));
  }
  return (
    <div>
      <DayPicker
        mode="range"
        locale={ru}
        weekStartsOn={1}
        showOutsideDays
        captionLayout="label"
        defaultMonth={dateOf(to) ?? dateOf(today)}
        today={dateOf(today)}
        selected={shown}
        onSelect={(_, day) => onDay(day)}
        formatters={{
          formatCaption: (month) => capitalized(formatDate(dayText(month).slice(0, 7), 'month')),
        }}
        classNames={CLASSES}
      />
      <p className={styles.hint} aria-live="polite">
        {begun ? 'Теперь выберите второй день' : 'Выберите первый день'}
      </p>
    </div>
  );
}

const CLASSES = {
  root: styles.root ?? '',
  months: styles.months ?? '',
  nav: styles.nav ?? '',
  button_previous: styles.turn ?? '',
  button_next: styles.turn ?? '',
  chevron: styles.chevron ?? '',
  month_caption: styles.caption ?? '',
  month_grid: styles.grid ?? '',
  weekday: styles.weekday ?? '',
  day: styles.day ?? '',
  day_button: styles.button ?? '',
  today: styles.today ?? '',
  outside: styles.outside ?? '',
  range_start: styles.end ?? '',
  range_end: styles.end ?? '',
  range_middle: styles.middle ?? '',
};

/** The calendar counts in days of the device; nothing here is a moment. */
function dateOf(day: string | undefined): Date | undefined {
  return day && dayOf(day) ? new Date(`${day}T00:00:00`) : undefined;
}

function dayText(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
