import { DayPicker } from 'react-day-picker';
import { CALENDAR, toDate, dayText } from './calendar-style.ts';
import styles from './Calendar.module.css';

type Props = {
  day: string | undefined;
  /** The first day that may be chosen. */
  from: string | undefined;
  today: string;
  onChoose: (day: string) => void;
};

/** A month to pick one day from. */
export default function DayCalendar({ day, from, today, onChoose }: Props) {
  const first = toDate(from);
  return (
    <DayPicker
      {...CALENDAR}
      modifiersClassNames={{ selected: styles.end ?? '' }}
      mode="single"
      defaultMonth={toDate(day) ?? toDate(today)}
      today={toDate(today)}
      selected={toDate(day)}
      disabled={first ? { before: first } : false}
      onSelect={(_, chosen) => onChoose(dayText(chosen))}
    />
  );
}
