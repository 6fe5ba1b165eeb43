import type { EndpointData } from '#contract/endpoint.ts';
import type { readStationPulse } from '#contract/fleet/station-pulse.ts';
import { counted } from '#contract/values/counted.ts';
import { formatLitres, NO_BREAK_SPACE } from '../../../../lib/format.ts';

export type Pulse = NonNullable<EndpointData<typeof readStationPulse>>;

const FILLINGS = ['заправка', 'заправки', 'заправок'] as const;
const MINUTES = ['минуту', 'минуты', 'минут'] as const;
const HOURS = ['час', 'часа', 'часов'] as const;
const DAYS = ['день', 'дня', 'дней'] as const;
const HOUR_MINUTES = 60;
const DAY_HOURS = 24;

/** The pulse of a station in sentences, the most urgent first. A figure that says nothing is left out. */
export function describePulse(pulse: Pulse): string[] {
  const { last_sale_minutes: minutes, sales_hour: sales, largest_litres_hour: largest } = pulse;
  return [
    minutes === null ? 'За сутки здесь никто не заправился' : `Последняя заправка ${formatAgo(minutes)}`,
    ...(sales && largest
      ? [`За час ${counted(sales, FILLINGS)}, самая большая до ${formatLitres(largest)}`]
      : []),
    ...(pulse.declined_share > 0
      ? [`Сеть отказала в ${Math.round(pulse.declined_share * 100)}${NO_BREAK_SPACE}% покупок за сутки`]
      : []),
    ...formatPriceAge(pulse.price_age_hours),
  ];
}

function formatAgo(minutes: number): string {
  if (minutes < 5) return 'только что';
  if (minutes < HOUR_MINUTES) return `${counted(minutes, MINUTES)} назад`;
  return `${counted(Math.floor(minutes / HOUR_MINUTES), HOURS)} назад`;
}

/** Prices of today need no remark. */
function formatPriceAge(hours: number | null): string[] {
  if (hours === null || hours < DAY_HOURS) return [];
  return [`Цены загружены ${counted(Math.floor(hours / DAY_HOURS), DAYS)} назад`];
}
