import { goodsOfTitle, OTHER_GOODS } from '../../../gateways/fuel-network/goods-of-title.ts';
import { LANGUAGE_IDS, type Language } from '../../fleet/driver-links/texts/languages.ts';

/** An SMS of a driver who wants a code. */
export interface DriverSms {
  /** Hundredths of a litre. */
  centilitres: number;
  /** Null: what the card usually pays for. */
  goodsId: number | null;
  /** The last digits of the card; null where the driver has one card. */
  lastFour: string | null;
}

/** «40 дт 4000», «40 4000», «40», «40,5 л дизель 4000 uz». */
const PATTERN =
  /^(\d{1,4})(?:[.,](\d{1,2}))?\s*(?:л|l)?\.?(?:\s+((?:[a-zа-яё][\wа-яё-]*)|9[258]|100))?(?:\s+(\d{4}))?(?:\s+[a-z]{2})?$/i;

/** Reads what a driver wants. Null where it is no such request. */
export function readDriverSms(text: string): DriverSms | null {
  const match = PATTERN.exec(text.trim().replaceAll(/\s+/g, ' '));
  if (!match) return null;
  const [, litres = '0', hundredths = '', fuel, lastFour = null] = match;
  const centilitres = Number(litres) * 100 + Number(hundredths.padEnd(2, '0'));
  const goodsId =
    fuel === undefined ? null : goodsOfTitle(fuel.replace(/^dt$/i, 'ДТ').replace(/^diz/i, 'ДИЗ'));
  if (centilitres === 0 || goodsId === OTHER_GOODS) return null;
  return { centilitres, goodsId, lastFour };
}

/** The language that an SMS ends with, «40 дт 4000 tg»; without one Latin letters are Uzbek, others Russian. */
export function readSmsLanguage(text: string): Language {
  const last = text.trim().split(/\s+/).at(-1)?.toLowerCase();
  const named = LANGUAGE_IDS.find((id) => id === last);
  if (named) return named;
  return /[a-z]/i.test(text) ? 'uz' : 'ru';
}
