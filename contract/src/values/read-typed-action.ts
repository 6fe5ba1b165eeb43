import type { Action } from '../access.ts';
import {
  LIMIT_PERIOD,
  LIMIT_PERIODS,
  LIMIT_UNIT,
  LIMIT_UNITS,
  type LimitPeriod,
  type LimitUnit,
} from '../ids.ts';
import { readSpokenSum } from './spoken-sum.ts';

/**
 * An action with a card that a user has typed as a sentence. It is only read here. The result is a filled-in form, and
 * the user confirms it on sending as always. `words` name the card.
 */
export type TypedAction = { words: string } & (
  | {
      action: 'transfer' | 'payout';
      /** Null means that a sum is meant, but which one is uncertain, so the user is asked. */
      sumKopecks: number | null;
    }
  | { action: 'block' | 'unblock' }
  | { action: 'open'; minutes: number }
  | { action: 'limit'; limit: TypedLimit | null }
);
/** A typed limit, in hundredths of a litre or in kopecks. */
interface TypedLimit {
  count: number;
  unit: LimitUnit;
  /** Null means the sentence names none. */
  period: LimitPeriod | null;
}

/** The right that each typed action needs. */
export const RIGHT_BY_ACTION: Readonly<Record<TypedAction['action'], Action>> = {
  transfer: 'moveMoney',
  payout: 'moveMoney',
  block: 'changeCard',
  unblock: 'changeCard',
  open: 'changeCard',
  limit: 'changeCard',
};

type Read = (groups: Record<string, string | undefined>) => TypedAction | null;

/** A figure has at most as many digits as the forms take. */
const FIGURE = String.raw`(?<figure>\d{1,3} \d{3}|\d{1,6})(?:[.,](?<part>\d{1,2}))?`;
const RUBLES = String.raw`(?: ?(?:₽|р\.?|руб\S*))?`;
const SUM = FIGURE + RUBLES;
/** A sum in words or in thousands, of any size. */
const PHRASE = String.raw`(?<phrase>[^\d].{0,60}?|\d{1,3}(?:[.,]\d{1,3})? ?(?:к|k|т).{0,60}?)`;
const CARD = String.raw`(?:(?:карт[ауые]|карточк[ауие]) )?(?<who>\S.*?)`;

const TO_CARD = '(?:переведи|перевести|перечисли|перечислить|закинь|положи|положить)';
const FROM_CARD = '(?:выведи|вывести|верни|вернуть|сними|снять)';

/** «переведи 5000 на карту 4000», «заблокируй карту водителя Иванова», «открой А123ВС на 30 минут», «подними лимит 4000 до 300 л в сутки». */
export function readTypedAction(text: string): TypedAction | null {
  const plain = text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\s\u00a0\u202f\u2009]+/g, ' ')
    .replace(/[.!?]+$/, '')
    .trim();
  for (const [pattern, read] of FORMS) {
    const found = pattern.exec(plain);
    const input = found && read(found.groups ?? {});
    if (input && input.words !== '') return input;
  }
  return null;
}

const FORMS: readonly [pattern: RegExp, read: Read][] = [
  [new RegExp(`^${TO_CARD} ${SUM} на ${CARD}$`), moneyTo],
  [new RegExp(`^(?:пополни|пополнить) ${CARD} на ${SUM}$`), moneyTo],
  [new RegExp(`^${FROM_CARD} ${SUM} со? ${CARD}$`), parseMoneyAction],
  [new RegExp(`^${TO_CARD} ${PHRASE} на ${CARD}$`), moneyTo],
  [new RegExp(`^(?:пополни|пополнить) ${CARD} на ${PHRASE}$`), moneyTo],
  [new RegExp(`^${FROM_CARD} ${PHRASE} со? ${CARD}$`), parseMoneyAction],
  [
    new RegExp(`^(?:заблокируй|заблокировать|блокируй) ${CARD}$`),
    ({ who }) => ({ action: 'block', words: named(who) }),
  ],
  [
    new RegExp(`^(?:разблокируй|разблокировать) ${CARD}$`),
    ({ who }) => ({ action: 'unblock', words: named(who) }),
  ],
  [
    new RegExp(`^(?:открой|открыть) ${CARD} на (?<figure>\\d{1,4}) ?(?:м|мин|минут[уы]?)\\.?$`),
    ({ who, figure }) => opening(who, Number(figure)),
  ],
  [
    new RegExp(`^(?:открой|открыть) ${CARD} на (?:(?<figure>\\d{1,2}) )?час(?:а|ов)?$`),
    ({ who, figure = '1' }) => opening(who, Number(figure) * 60),
  ],
  [
    new RegExp(
      `^(?:подними|поднять|поставь|поставить|установи|установить|измени|изменить) лимит ${CARD} до ${FIGURE} ?(?<unit>₽|р\\.?|руб\\S*|л|литр\\S*)(?: в (?<period>сутки|день|неделю|месяц|квартал))?$`,
    ),
    parseLimitAction,
  ],
  [
    new RegExp(`^(?:подними|поднять|измени|изменить) лимит ${CARD}$`),
    ({ who }) =>
      / (?:до|на) /.test(` ${who} `) ? null : { action: 'limit', limit: null, words: named(who) },
  ],
];

function findPeriod(word: string | undefined): LimitPeriod | null {
  const input = word === 'день' ? 'сутки' : word;
  return LIMIT_PERIODS.find((limitPeriod) => LIMIT_PERIOD[limitPeriod].per === input) ?? null;
}

/** Finds the unit of «₽», «руб», «л» by the first letter of its title. */
function findUnit(word: string): LimitUnit | undefined {
  const letter = word.replace('₽', 'р').charAt(0);
  return LIMIT_UNITS.find((limitUnit) => LIMIT_UNIT[limitUnit].title.startsWith(letter));
}

function moneyTo({ who, ...input }: Record<string, string | undefined>): TypedAction | null {
  return money('transfer', input, who);
}

function parseMoneyAction({ who, ...input }: Record<string, string | undefined>): TypedAction | null {
  return money('payout', input, who);
}

function money(
  action: 'transfer' | 'payout',
  input: Record<string, string | undefined>,
  who: string | undefined,
): TypedAction | null {
  const sum = input.phrase === undefined ? parseHundredths(input) : readSpokenSum(input.phrase);
  if (sum === 0 || sum === null) return null;
  return { action, sumKopecks: sum === 'unclear' ? null : sum, words: named(who) };
}

function opening(who: string | undefined, minutes: number): TypedAction | null {
  return minutes === 0 ? null : { action: 'open', minutes, words: named(who) };
}

function parseLimitAction({
  who,
  unit = '',
  period,
  ...input
}: Record<string, string | undefined>): TypedAction | null {
  const limit = { count: parseHundredths(input), unit: findUnit(unit), period: findPeriod(period) };
  if (limit.count === 0 || limit.unit === undefined) return null;
  return { action: 'limit', limit: { ...limit, unit: limit.unit }, words: named(who) };
}

function parseHundredths({ figure = '0', part = '' }: Record<string, string | undefined>): number {
  return Number(figure.replaceAll(' ', '')) * 100 + Number(part.padEnd(2, '0'));
}

/** Words that only indicate that a card, or its driver, is meant. */
const IDLE = /^(карт[ауые]?|карточк[ауие]|водител[ьяюе]м?|машин[ауые]|тягач[ауе]?|для|у|со?|на|№)$/;

function named(who = ''): string {
  return who
    .split(' ')
    .map((word) => word.replace(/^[№#«"(]+|[,;:»")]+$/g, ''))
    .filter((word) => word !== '' && !IDLE.test(word))
    .join(' ');
}
