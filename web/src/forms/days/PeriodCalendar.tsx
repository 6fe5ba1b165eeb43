import { useState } from 'react';
import { DayPicker, type DateRange } from 'react-day-picker';
import { CALENDAR, toDate, dayText } from './calendar-style.ts';
import styles from './Calendar.module.css';

type Props = {
  from: string | undefined;
  to: string | undefined;
  today: string;
  /** Both days have been chosen. */
  onChoose: (from: string, to: string) => void;
};

/**
 * Shows a month to choose a period of the past from. The first click is one end of it, the second the other. Days to
 * come have nothing to list yet, so they can't be chosen.
 */
export default function PeriodCalendar({ from, to, today, onChoose }: Props) {
  const [firstDay, setFirstDay] = useState<Date | null>(null);
  const shown: DateRange = firstDay ? { from: firstDay } : { from: toDate(from), to: toDate(to) };

  const now = toDate(today);

  function onDay(day: Date) {
    if (!firstDay) return setFirstDay(day);
    const [first, last] = firstDay <= day ? [firstDay, day] : [day, firstDay];
    return onChoose(dayText(first), dayText(last));
  }
  return (
    <div>
      <DayPicker
        {...CALENDAR}
        mode="range"
        defaultMonth={toDate(to && to < today ? to : today)}
        endMonth={now}
        today={now}
        disabled={now ? { after: now } : false}
        selected={shown}
        onSelect={(_, day) => onDay(day)}
      />
      <p className={styles.hint} aria-live="polite">
        {firstDay ? 'Теперь выберите второй день' : 'Выберите первый день'}
      </p>
    </div>
  );
}
