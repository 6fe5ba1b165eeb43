/** Hours of a rule, by Moscow's clock: days 1 Monday to 7 Sunday; a window past midnight belongs to the day of its beginning. */
export interface RuleHours {
  days: readonly number[];
  /** `HH:MM`. */
  from: string;
  to: string;
}

const MOSCOW_MS = 3 * 3600_000;
const DAY_MS = 24 * 3600_000;
const DAY_NAMES = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'];

export function isWithinHours({ days, from, to }: RuleHours, at: Date): boolean {
  const { day, minute } = moscowClock(at);
  const [begin, end] = [parseMinute(from), parseMinute(to)];
  if (begin < end) return days.includes(day) && minute >= begin && minute < end;
  const yesterday = day === 1 ? 7 : day - 1;
  return (days.includes(day) && minute >= begin) || (days.includes(yesterday) && minute < end);
}

/** Returns when the answer of `isWithinHours` may next change. */
export function getNextSwitch({ from, to }: RuleHours, at: Date): Date {
  const midnight = Math.floor((at.getTime() + MOSCOW_MS) / DAY_MS) * DAY_MS - MOSCOW_MS;
  const turns = [0, DAY_MS].flatMap((day) =>
    [from, to].map((time) => midnight + day + parseMinute(time) * 60_000),
  );
  return new Date(Math.min(...turns.filter((turn) => turn > at.getTime())));
}

export function nextMoscowMidnight(at: Date): Date {
  return new Date((Math.floor((at.getTime() + MOSCOW_MS) / DAY_MS) + 1) * DAY_MS - MOSCOW_MS);
}

/** «пн–сб 6–22», «пн, ср 6:30–22», «ежедневно 6–22». */
export function formatHours({ days, from, to }: RuleHours): string {
  const day = formatDays(days);
  return from === '00:00' && to === '24:00' ? day : `${day} ${formatClock(from)}–${formatClock(to)}`;
}

function formatDays(days: readonly number[]): string {
  if (days.length === 7) return 'ежедневно';
  const runs: number[][] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && last.at(-1) === day - 1) last.push(day);
    else runs.push([day]);
  }
  const formatDay = (day: number | undefined) => DAY_NAMES[(day ?? 1) - 1] ?? '';
  return runs
    .flatMap((run) =>
      run.length > 2 ? [`${formatDay(run[0])}–${formatDay(run.at(-1))}`] : run.map(formatDay),
    )
    .join(', ');
}

function formatClock(time: string): string {
  const [hour = '', minute = ''] = time.split(':');
  return `${Number(hour)}${minute === '00' ? '' : `:${minute}`}`;
}

function moscowClock(at: Date): { day: number; minute: number } {
  const moscow = new Date(at.getTime() + MOSCOW_MS);
  return { day: moscow.getUTCDay() || 7, minute: moscow.getUTCHours() * 60 + moscow.getUTCMinutes() };
}

function parseMinute(time: string): number {
  const [hour = '0', minute = '0'] = time.split(':');
  return Number(hour) * 60 + Number(minute);
}
