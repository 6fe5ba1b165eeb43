import type { z } from 'zod';
import type { announcedMaintenance, maintenance } from '#contract/identity/auth.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import type { CurrentMaintenance, MaintenanceRecord } from './maintenance.ts';

const MOSCOW_TIME = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  hour: '2-digit',
  minute: '2-digit',
});

export function presentMaintenance(record: CurrentMaintenance): z.input<typeof maintenance> {
  const { others } = record;
  return {
    ...presentWorks(record),
    ...(others.length > 0 && {
      partners: [record, ...others].map(({ partnerId }) => partnerId),
      others: others.map(presentWorks),
    }),
  };
}

/** Day `YYYY-MM-DD` and time `HH:MM` of Moscow. */
export function presentWorks(record: MaintenanceRecord): z.input<typeof announcedMaintenance> {
  return {
    message: record.message,
    start: { date: moscowDay(record.startsAt), time: MOSCOW_TIME.format(record.startsAt) },
    end: { date: moscowDay(record.endsAt), time: MOSCOW_TIME.format(record.endsAt) },
    partner: record.partnerId,
  };
}
