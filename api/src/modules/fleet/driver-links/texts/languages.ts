import type { DriverText } from './driver-text.ts';
import { kk } from './kk.ts';
import { ky } from './ky.ts';
import { ru } from './ru.ts';
import { tg } from './tg.ts';
import { uz } from './uz.ts';

/** Languages of the driver's page, in the order of its switch. The text that a rule or a person wrote stays Russian. */
export const LANGUAGES = { ru, uz, ky, tg, kk } as const satisfies Record<string, DriverText>;
export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_IDS = Object.keys(LANGUAGES) as Language[];

function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(LANGUAGES, text);
}

const LANGUAGE_COOKIE = 'magistral_lang';
const CHOSEN = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=([a-z]{2})(?:;|$)`);
const DAYS = 365;

/** Returns the language that was chosen on this phone, else the first of the browser's that is known, else Russian. */
export function chooseLanguage(headers: { cookie?: string; 'accept-language'?: string }): Language {
  const chosen = CHOSEN.exec(headers.cookie ?? '')?.[1];
  if (isLanguage(chosen)) return chosen;
  return listAccepted(headers['accept-language'] ?? '').find(isLanguage) ?? 'ru';
}

/** Every link of this phone is read in the same language. */
export function languageCookie(language: Language): string {
  return [
    `${LANGUAGE_COOKIE}=${language}`,
    `Max-Age=${DAYS * 86_400}`,
    'Path=/d/',
    'HttpOnly',
    'SameSite=Lax',
  ].join('; ');
}

/** «uz-Latn-UZ,uz;q=0.9,ru;q=0.8» → uz, uz, ru: the most wanted first. */
function listAccepted(header: string): string[] {
  return header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight =
        parameters
          .find((parameter) => parameter.trim().startsWith('q='))
          ?.trim()
          .slice(2) ?? '1';
      return { language: tag.split('-')[0] ?? '', weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((left, right) => right.weight - left.weight)
    .map(({ language }) => language);
}
