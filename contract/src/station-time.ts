/**
 * Zones of the regions whose clock differs from Moscow's, by the beginning of the region's name. A region that crosses
 * zones (Якутия, Сахалинская область) has the zone of its capital.
 */
const ZONES: Readonly<Record<string, readonly string[]>> = {
  'Europe/Kaliningrad': ['калининградская'],
  'Europe/Samara': ['самарская', 'удмуртская', 'удмуртия', 'республика удмуртия'],
  'Europe/Astrakhan': ['астраханская'],
  'Europe/Saratov': ['саратовская'],
  'Europe/Ulyanovsk': ['ульяновская'],
  'Asia/Yekaterinburg': [
    'республика башкортостан',
    'башкортостан',
    'оренбургская',
    'пермский',
    'курганская',
    'свердловская',
    'тюменская',
    'челябинская',
    'ханты-мансийский',
    'хмао',
    'ямало-ненецкий',
    'янао',
  ],
  'Asia/Omsk': ['омская'],
  'Asia/Novosibirsk': ['новосибирская'],
  'Asia/Barnaul': ['алтайский', 'республика алтай', 'алтай'],
  'Asia/Tomsk': ['томская'],
  'Asia/Novokuznetsk': ['кемеровская', 'кузбасс'],
  'Asia/Krasnoyarsk': [
    'красноярский',
    'республика хакасия',
    'хакасия',
    'республика тыва',
    'республика тува',
    'тыва',
  ],
  'Asia/Irkutsk': ['иркутская', 'республика бурятия', 'бурятия'],
  'Asia/Chita': ['забайкальский'],
  'Asia/Yakutsk': ['амурская', 'республика саха', 'якутия', 'саха'],
  'Asia/Vladivostok': ['приморский', 'хабаровский', 'еврейская', 'еао'],
  'Asia/Magadan': ['магаданская'],
  'Asia/Sakhalin': ['сахалинская'],
  'Asia/Kamchatka': ['камчатский'],
  'Asia/Anadyr': ['чукотский'],
};

/** Matches a name that is a region's: «Омская» alone may be a street. */
const REGION =
  /(^|\s)(область|обл\.?|край|ао|автономн\S*|республика|респ\.?|хмао|янао|еао|кузбасс|якутия)(\s|$|\))/;
const OWN_NAMES = new Set(['удмуртия', 'башкортостан', 'алтай', 'хакасия', 'тыва', 'бурятия', 'саха']);

const ZONE_BY_BEGINNING = Object.entries(ZONES).flatMap(([zone, names]) =>
  names.map((name): [string, string] => [name, zone]),
);

/**
 * Returns the zone of a station by the region in its address («АЗС № 5, Хабаровский край, Хабаровск, …»); null where its
 * clock is Moscow's, or the address names no region.
 */
export function getStationZone(address: string): string | null {
  for (const written of address.toLowerCase().replaceAll('ё', 'е').split(/[,;]/)) {
    const part = written.trim().replace(/^(респ\.?|республика)\s+/, 'республика ');
    if (!REGION.test(part) && !OWN_NAMES.has(part)) continue;
    const found = ZONE_BY_BEGINNING.find(([name]) => part === name || part.startsWith(`${name} `));
    if (found) return found[1];
  }
  return null;
}

/** Returns «02.10, 06:30 (01.10, 23:30 по Москве)», the clocks of the station and of Moscow, where their days differ; else null. */
export function formatBothClocks(moment: string | Date, zone: string | null): string | null {
  const local = formatOtherDay(moment, zone);
  return local && `${local} (${formatClock(moment, 'Europe/Moscow')} по Москве)`;
}

/** Returns «02.10, 06:30», the station's own clock, where its day is another than Moscow's; else null. */
export function formatOtherDay(moment: string | Date, zone: string | null): string | null {
  if (zone === null) return null;
  const [local, moscow] = [formatClock(moment, zone), formatClock(moment, 'Europe/Moscow')];
  return local.slice(0, 5) === moscow.slice(0, 5) ? null : local;
}

function formatClock(moment: string | Date, timeZone: string): string {
  return new Intl.DateTimeFormat('ru-RU', { ...PARTS, timeZone }).format(new Date(moment));
}

const PARTS = { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
