import type { SpendingMeasure } from '#contract/fleet/rule-values.ts';
import { formatDateShort, moscowDay, moscowTimeOfDay } from '../../../lib/money-format.ts';
import type { DriverText } from './texts/driver-text.ts';
import { LANGUAGES, type Language } from './texts/languages.ts';

const NO_BREAK_SPACE = '\u00a0';

/** A language with its texts, and figures as its readers write them. Times are Moscow's. */
export interface Speech {
  language: Language;
  text: DriverText;
  /** `81,5 л` of hundredths of a litre. */
  litres(centilitres: number): string;
  /** `1 234,50 ₽`. */
  rubles(kopecks: number): string;
  /** Formats rubles without kopecks, rounded down, so that no more is promised than the card has. */
  wholeRubles(kopecks: number): string;
  /** Litres or rubles, of hundredths; without its unit when another amount follows. */
  amount(hundredths: number, measure: SpendingMeasure): string;
  bareAmount(hundredths: number): string;
  kilometres(metres: number): string;
  /** «сегодня 14:20», «вчера 09:05», «21.11.2026 14:20». */
  time(at: Date, now: Date): string;
  /** «14:20» of this day, else with its date. */
  until(at: Date, now: Date): string;
  /** «28.11.2026 14:20». */
  moment(at: Date): string;
}

export function getSpeech(language: Language): Speech {
  const text = LANGUAGES[language];
  const figures = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const money = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const withUnit = (figure: string, unit: string) => `${figure}${NO_BREAK_SPACE}${unit}`;
  const litres = (centilitres: number) => withUnit(figures.format(centilitres / 100), text.litre);
  const moment = (at: Date) => `${formatDateShort(at)} ${toClock(at)}`;
  return {
    language,
    text,
    litres,
    rubles: (kopecks) => withUnit(money.format(kopecks / 100), '₽'),
    wholeRubles: (kopecks) => withUnit(figures.format(Math.floor(kopecks / 100)), '₽'),
    amount: (hundredths, measure) =>
      measure === 'sum' ? withUnit(figures.format(hundredths / 100), '₽') : litres(hundredths),
    bareAmount: (hundredths) => figures.format(hundredths / 100),
    kilometres: (metres) => withUnit(figures.format(Math.round(metres / 1000)), text.kilometre),
    time(at, now) {
      const day = moscowDay(at);
      if (day === moscowDay(now)) return withUnit(text.today, toClock(at));
      return day === moscowDay(now, -1) ? withUnit(text.yesterday, toClock(at)) : moment(at);
    },
    until: (at, now) => (moscowDay(at) === moscowDay(now) ? toClock(at) : moment(at)),
    moment,
  };
}

/** `14:20`, in Moscow. */
function toClock(at: Date): string {
  return moscowTimeOfDay(at).slice(0, 5);
}
