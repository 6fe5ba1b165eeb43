/** The federal districts and their regions, as our list of stations and roads writes them. A rule may name either. */
export const FEDERAL_DISTRICTS: Readonly<Record<string, readonly string[]>> = {
  'Центральный округ': [
    ...`Белгородская Брянская Владимирская Воронежская Ивановская Калужская Костромская Курская Липецкая Московская Орловская
    Рязанская Смоленская Тамбовская Тверская Тульская Ярославская`
      .split(/\s+/)
      .map(formatRegion),
    'Москва',
  ],
  'Северо-Западный округ': [
    ...'Архангельская Вологодская Калининградская Ленинградская Мурманская Новгородская Псковская'
      .split(' ')
      .map(formatRegion),
    'Республика Карелия',
    'Республика Коми',
    'Ненецкий АО',
    'Санкт-Петербург',
  ],
  'Южный округ': [
    ...'Астраханская Волгоградская Ростовская'.split(' ').map(formatRegion),
    'Краснодарский край',
    'Республика Адыгея',
    'Республика Калмыкия',
    'Республика Крым',
    'Севастополь',
  ],
  'Северо-Кавказский округ': [
    'Кабардино-Балкарская Республика',
    'Карачаево-Черкесская Республика',
    'Республика Дагестан',
    'Республика Ингушетия',
    'Республика Северная Осетия — Алания',
    'Ставропольский край',
    'Чеченская Республика',
  ],
  'Приволжский округ': [
    ...'Кировская Нижегородская Оренбургская Пензенская Самарская Саратовская Ульяновская'
      .split(' ')
      .map(formatRegion),
    'Пермский край',
    'Республика Башкортостан',
    'Республика Марий Эл',
    'Республика Мордовия',
    'Республика Татарстан',
    'Удмуртская Республика',
    'Чувашская Республика',
  ],
  'Уральский округ': [
    ...'Курганская Свердловская Тюменская Челябинская'.split(' ').map(formatRegion),
    'Ханты-Мансийский АО — Югра',
    'Ямало-Ненецкий АО',
  ],
  'Сибирский округ': [
    ...'Иркутская Новосибирская Омская Томская'.split(' ').map(formatRegion),
    'Алтайский край',
    'Кемеровская область — Кузбасс',
    'Красноярский край',
    'Республика Алтай',
    'Республика Тыва',
    'Республика Хакасия',
  ],
  'Дальневосточный округ': [
    ...'Амурская Магаданская Сахалинская'.split(' ').map(formatRegion),
    'Еврейская АО',
    'Забайкальский край',
    'Камчатский край',
    'Приморский край',
    'Республика Бурятия',
    'Республика Саха (Якутия)',
    'Хабаровский край',
    'Чукотский АО',
  ],
};

export const DISTRICT_TITLES = Object.keys(FEDERAL_DISTRICTS);
const KNOWN = new Set([...DISTRICT_TITLES, ...Object.values(FEDERAL_DISTRICTS).flat()]);

/** A district or a region that a rule may name. */
export function isKnownRegion(title: string): boolean {
  return KNOWN.has(title);
}

/** Is the region one of these, or in a district that is? */
export function isWithin(region: string, allowed: readonly string[]): boolean {
  return allowed.some((value) => value === region || FEDERAL_DISTRICTS[value]?.includes(region));
}

function formatRegion(adjective: string): string {
  return `${adjective} область`;
}
