import type { DayPickerProps } from 'react-day-picker';
import { ru } from 'react-day-picker/locale/ru';
import { capitalized, formatDate } from '../../lib/format.ts';
import { parseDay } from '../../lib/read-address.ts';
import styles from './Calendar.module.css';

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

/** Format of every calendar of the application: Russian, from Monday, in days as they are named here. */
export const CALENDAR = {
  locale: ru,
  weekStartsOn: 1,
  showOutsideDays: true,
  captionLayout: 'label',
  formatters: {
    formatCaption: (month) => capitalized(formatDate(dayText(month).slice(0, 7), 'month')),
  },
  classNames: CLASSES,
} as const satisfies DayPickerProps;

/** The calendar counts in days of the device; nothing here is a moment. */
export function toDate(day: string | undefined): Date | undefined {
  return day && parseDay(day) ? new Date(`${day}T00:00:00`) : undefined;
}

export function dayText(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
