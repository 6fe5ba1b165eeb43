import type { Contacts } from './contacts.ts';
import { counted } from '../values/counted.ts';
import { STATIONS_CLAIM } from '../limits.ts';
import { describeSaving, EXAMPLE_LITRES, formatSum, type LandingOffer } from './landing-offer.ts';

/**
 * Marks that the landing page, drawn at build time, contains in place of contacts. The server knows the contacts later
 * (docs/calls.md 7).
 */
export const LANDING_MARKS: Contacts = {
  phone: '%OPERATOR_PHONE%',
  email: '%OPERATOR_EMAIL%',
  chatUrl: '%OPERATOR_CHAT%',
  supportHours: '%OPERATOR_HOURS%',
  address: '%OPERATOR_ADDRESS%',
};

/** Stands after the first screen of the built page. The server takes it out and sends the page in two parts there. */
export const FIRST_SCREEN_END = '<!--first-screen-end-->';

/** Marks in place of the operator's name and requisites, which staff change. */
export const OPERATOR_MARKS = {
  name: '%OPERATOR_NAME%',
  requisites: { name: '%OPERATOR_LEGAL_NAME%', inn: '%OPERATOR_INN%' },
} as const;

/** Facts of the programme for the page. The server knows them, and a build does not. */
export interface LandingProgramme {
  operator: { name: string; requisites: { name: string; inn: string } };
  /** Networks whose cards can be ordered. */
  networks: readonly { key: string; title: string; cardPriceKopecks: number }[];
  /** Number of stations in the list. */
  stations: number;
  notice: { title: string; text: string; from: string; to: string } | null;
  offer: LandingOffer;
}

export const PROGRAMME_MARKS = {
  networks: '%PROGRAMME_NETWORKS%',
  stationsState: '%STATIONS_STATE%',
  stationsTitle: '%STATIONS_TITLE%',
  stationsSentence: '%STATIONS_SENTENCE%',
  stationsWhere: '%STATIONS_WHERE%',
  stationsShort: '%STATIONS_SHORT%',
  noticeTitle: '%NOTICE_TITLE%',
  noticeText: '%NOTICE_TEXT%',
  noticeFrom: '%NOTICE_FROM%',
  noticeTo: '%NOTICE_TO%',
  cardPrice: '%CARD_PRICE%',
  benefitState: '%BENEFIT_STATE%',
  benefitFigure: '%BENEFIT_FIGURE%',
  benefitText: '%BENEFIT_TEXT%',
  discountState: '%DISCOUNT_STATE%',
  discountKopecks: '%DISCOUNT_KOPECKS%',
  discountSum: '%DISCOUNT_SUM%',
  savingFormula: '%SAVING_FORMULA%',
  savingMonth: '%SAVING_MONTH%',
  savingYear: '%SAVING_YEAR%',
} as const;

/** Result of `telHref` for a phone without a digit. It stands there until the phone is known. */
const EMPTY_CALL = 'href="tel:"';
const CALL = 'href="%OPERATOR_CALL%"';

/** The drawn page with a mark for the address that is called. */
export function markCalls(html: string): string {
  return html.replaceAll(EMPTY_CALL, CALL);
}

/** The number of stations is the list's own. Above the claim of the specification the page makes that claim. */
function describeProgramme({
  networks,
  stations,
  notice,
  offer: { benefit, litreDiscountKopecks },
}: LandingProgramme): Record<keyof typeof PROGRAMME_MARKS, string> {
  const count = countStations(stations);
  const saving = describeSaving(EXAMPLE_LITRES, litreDiscountKopecks ?? 0);
  return {
    networks: networks.length > 0 ? `${listNetworks(networks)}. ` : '',
    stationsState: count === null ? 'none' : 'some',
    stationsTitle: count === null ? 'Список заправок скоро появится' : `${count} по\u00a0всей России`,
    stationsSentence: count === null ? '' : `${count} по России. `,
    stationsWhere:
      count === null
        ? 'Список станций скоро появится здесь и на странице «АЗС».'
        : `Всего это ${count.toLowerCase()} по России. Их список можно скачать, а сами станции посмотреть на странице «АЗС».`,
    stationsShort: count === null ? '' : `${count.toLowerCase()} по России, `,
    noticeTitle: notice?.title ?? '',
    noticeText: notice?.text ?? '',
    noticeFrom: notice?.from ?? '',
    noticeTo: notice?.to ?? '',
    cardPrice: describeCardPrice(networks),
    benefitState: benefit === null ? 'none' : 'some',
    benefitFigure: benefit?.figure ?? '',
    benefitText: benefit?.text ?? '',
    discountState: litreDiscountKopecks === null ? 'none' : 'some',
    discountKopecks: String(litreDiscountKopecks ?? 0),
    discountSum: formatSum(litreDiscountKopecks ?? 0),
    savingFormula: saving.formula,
    savingMonth: saving.month,
    savingYear: saving.year,
  };
}

/** ` · карта 1 ₽`, ` · карта от 1 ₽` where networks differ, or nothing where no card can be ordered. */
function describeCardPrice(networks: LandingProgramme['networks']): string {
  const prices = networks.map(({ cardPriceKopecks }) => cardPriceKopecks);
  if (prices.length === 0) return '';
  const isSame = new Set(prices).size === 1;
  return ` · карта ${isSame ? '' : 'от\u00a0'}${formatSum(Math.min(...prices))}`;
}

/** `Более 2 400 заправок`, `12 заправок`, or null for an empty list. */
function countStations(stations: number): string | null {
  if (stations === 0) return null;
  const isMany = stations > STATIONS_CLAIM;
  const number = isMany ? STATIONS_CLAIM : stations;
  return `${isMany ? 'Более ' : ''}${counted(number, ['заправка', 'заправки', 'заправок'])}`;
}

/** «Первая, Вторая и другие АЗС»: «other stations» is not a network's name. */
function listNetworks(networks: LandingProgramme['networks']): string {
  const named = networks.filter((network) => network.key !== 'other').map((network) => network.title);
  return named.length < networks.length
    ? [named.join(', '), 'другие АЗС'].filter(Boolean).join(' и ')
    : named.join(', ');
}

/** The page as it is sent. Every text is escaped for HTML; none of them holds a sign that JSON would escape. */
export function fillLandingMarks(html: string, contacts: Contacts, programme: LandingProgramme): string {
  const { phone } = contacts;
  const call = `tel:${phone.startsWith('+') ? '+' : ''}${phone.replace(/\D/g, '')}`;
  let filled = html.replaceAll(CALL, () => `href="${call}"`);
  for (const [name, mark] of Object.entries(LANDING_MARKS))
    filled = filled.replaceAll(mark, () => escaped(contacts[name as keyof Contacts]));
  const { name: operatorName, requisites } = programme.operator;
  filled = filled
    .replaceAll(OPERATOR_MARKS.name, () => escaped(operatorName))
    .replaceAll(OPERATOR_MARKS.requisites.name, () => escaped(requisites.name))
    .replaceAll(OPERATOR_MARKS.requisites.inn, () => escaped(requisites.inn));
  const texts = describeProgramme(programme);
  for (const [name, mark] of Object.entries(PROGRAMME_MARKS))
    filled = filled.replaceAll(mark, () => escaped(texts[name as keyof typeof texts]));
  return filled;
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}
