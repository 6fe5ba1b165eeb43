import { ANY_ID, offeredValue } from '../lib/read-address.ts';
import type { FilterField } from '../tables/FilterBar.tsx';
import type { SubjectChoices } from './use-subject-choices.ts';

/** Filter of a list of operations or their report. */
export interface Subject {
  cardId?: number | undefined;
  partnerId?: number | undefined;
  driverId?: number | undefined;
  /** Exactly these people are on the card: `3,7`, or `none`. */
  drivers?: string | undefined;
  /** Only cards while they were on this truck. */
  vehicleId?: number | undefined;
  /** Only what is charged to this group of cards. */
  groupId?: number | undefined;
  goods?: string | undefined;
  station?: string | undefined;
}

const DRIVERS = /^(none|\d{1,15}(,\d{1,15}){0,49})$/;

/** Reads the subject from an address. Lists and their report use the same names. */
export function readSubject(
  search: URLSearchParams,
): Pick<Subject, 'drivers' | 'vehicleId' | 'groupId' | 'goods' | 'station'> {
  const readText = (name: string, max: number) => search.get(name)?.trim().slice(0, max) || undefined;
  return {
    drivers: offeredValue(search.get('drivers'), DRIVERS) || undefined,
    vehicleId: Number(offeredValue(search.get('vehicle'), ANY_ID)) || undefined,
    groupId: Number(offeredValue(search.get('group'), ANY_ID)) || undefined,
    goods: readText('goods', 255),
    station: readText('station', 500),
  };
}

/** Returns the fields for a subject. People on a card and a station are chosen in the report: they have a field once they are chosen. */
export function subjectFields(
  subject: Subject,
  onChange: (change: Subject) => void,
  choices: SubjectChoices,
): FilterField[] {
  const ids = [
    { key: 'cardId', label: 'Карта', all: 'Все карты', of: choices.cards },
    { key: 'partnerId', label: 'Сеть', all: 'Все сети', of: choices.partners },
    { key: 'driverId', label: 'Водитель', all: 'Все водители', of: choices.drivers },
    ...(choices.vehicles.length > 0
      ? [{ key: 'vehicleId', label: 'Машина', all: 'Все машины', of: choices.vehicles } as const]
      : []),
    ...(choices.groups.length > 0
      ? [{ key: 'groupId', label: 'Группа', all: 'Все группы', of: choices.groups } as const]
      : []),
  ] as const;
  const { goods = '', station, drivers } = subject;
  // A network may sell goods under other names than those that cards can be allowed.
  const titles = goods === '' || choices.goods.includes(goods) ? choices.goods : [...choices.goods, goods];
  return [
    ...ids.map(({ key, label, all, of }) => ({
      key,
      label,
      all,
      value: String(subject[key] ?? ''),
      options: of,
      onChange: (value: string) => onChange({ [key]: Number(value) || undefined }),
    })),
    {
      key: 'goods',
      label: 'Топливо',
      all: 'Всё топливо',
      value: goods,
      options: titles.map((title) => ({ value: title, label: title })),
      onChange: (value) => onChange({ goods: value || undefined }),
    },
    ...(drivers === undefined
      ? []
      : [
          {
            key: 'drivers',
            label: 'Водители карты',
            all: 'Кто угодно',
            value: drivers,
            options: [{ value: drivers, label: formatPeople(drivers, choices) }],
            onChange: () => onChange({ drivers: undefined }),
          },
        ]),
    ...(station === undefined
      ? []
      : [
          {
            key: 'station',
            label: 'АЗС',
            all: 'Все АЗС',
            value: station,
            options: [{ value: station, label: station }],
            onChange: () => onChange({ station: undefined }),
          },
        ]),
  ];
}

/**
 * Marks all but the card and the truck (the driver, where a company has no trucks) as rare: with a period these take
 * one line of a laptop.
 */
export function markRareFields(fields: readonly FilterField[]): FilterField[] {
  const usual = ['vehicleId', 'driverId'].find((key) => fields.some((field) => field.key === key));
  return fields.map((field) => ({ ...field, rare: field.key !== 'cardId' && field.key !== usual }));
}

function formatPeople(drivers: string, choices: SubjectChoices): string {
  if (drivers === 'none') return 'без водителя';
  const names = drivers.split(',').map((id) => choices.drivers.find(({ value }) => value === id)?.label);
  return names.map((name) => name ?? '…').join(', ');
}

/** Formats the subject as text, for print: «Сеть: Роснефть». */
export function formatSubject(subject: Subject, choices: SubjectChoices): string[] {
  return subjectFields(subject, () => {}, choices)
    .filter(({ value }) => value !== '')
    .map(
      ({ label, value, options }) =>
        `${label}: ${options.find((option) => option.value === value)?.label ?? ''}`,
    );
}
