import { takePeriod, type Period } from '../values/read-period.ts';
import type { SummarySide } from '../fuel/spending.ts';

/** A question about spending on fuel, read by a closed grammar: what it does not know stays in `words`. */
export interface Question {
  measure: Measure;
  /** «по водителям», «кто», «на какой АЗС»; null where nothing is to be compared. */
  by: SummarySide | null;
  /** Null means the question names none. */
  period: Period | null;
  /** In lower case, «ё» as «е»: the subject of the question, and words that were not understood. */
  words: string[];
}

export const MEASURE_KINDS = ['litres', 'sum', 'count', 'price'] as const;
type Measure = (typeof MEASURE_KINDS)[number];

/**
 * Reads «сколько сожгли КамАЗы в октябре», «кто больше всех залил на прошлой неделе», «расход ДТ по картам за квартал». Null: it asks
 * nothing of the kind.
 */
export function readQuestion(text: string, today: string): Question | null {
  const plain = text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[?!,;«»"]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (!QUESTION_START.test(plain)) return null;
  const { period, rest } = takePeriod(plain, today);
  const side = SIDES.find(([pattern]) => pattern.test(rest));
  const without = side ? rest.replace(side[0], '$<before> ') : rest;
  const measure = MEASURES.find(([pattern]) => pattern.test(without))?.[1] ?? 'litres';
  const words = without.split(' ').filter((word) => word !== '' && !IDLE.test(word));
  return { measure, by: side?.[1] ?? null, period, words };
}

/** Words that a mere search does not use. */
const QUESTION_START =
  /(?<before>^|[^а-я])(сколько|почем|кто|топ|какая|какой|какие|где больше|(по|ис)трати\S*|сожг\S*|выжг\S*|залил\S*|заправил\S*|расход\S*)(?![а-я])/;

const SIDES: [pattern: RegExp, side: SummarySide][] = [
  [/(?<before>^|[^а-я])(по группам(?: машин)?|как(?:ая|ой|ие) групп\S*)/, 'group'],
  [
    /(?<before>^|[^а-я])(по (?:машинам|тягачам|автомобилям)|как(?:ая|ой|ие) (?:машин|тягач|автомобил)\S*)/,
    'vehicle',
  ],
  [/(?<before>^|[^а-я])(по (?:картам|карточкам)|как(?:ая|ой|ие) карт\S*)/, 'card'],
  [/(?<before>^|[^а-я])(по водителям|кто(?: из водителей)?|как(?:ой|ие) водител\S*)/, 'driver'],
  [/(?<before>^|[^а-я])(по сетям|как(?:ая|ой|ие) сет\S*|в как(?:ой|их) сет\S*)/, 'network'],
  [/(?<before>^|[^а-я])(по (?:видам топлива|топливу|маркам топлива)|как(?:ое|ого) топлив\S*)/, 'goods'],
  [
    /(?<before>^|[^а-я])(по (?:азс|станциям|заправкам)|(?:на )?как(?:ая|ой|их) (?:азс|станци\S*)|где)/,
    'station',
  ],
  [/(?<before>^|[^а-я])(по месяцам|помесячно|в каком месяце)/, 'month'],
];

const MEASURES: [pattern: RegExp, measure: Measure][] = [
  [/(?<before>^|[^а-я])(раз|заправок|заправлял\S*)(?![а-я])/, 'count'],
  [/(?<before>^|[^а-я])(почем|цен[ауые]\S*)/, 'price'],
  [/(?<before>^|[^а-я])((по|ис)трати\S*|рубл\S*|денег|деньги|сумм\S*|стоил\S*|на сколько)/, 'sum'],
];

/** Words that ask, measure or only join others. */
const IDLE =
  /^(сколько|почем|кто|топ|где|какая|какой|какие|больше|всего|всех|меньше|самый|самая|итого|был[оаи]?|(по|ис)трати\S*|сожг\S*|выжг\S*|залил\S*|заправ(ил|лял|ок|ки)\S*|расход\S*|литр\S*|рубл\S*|денег|деньги|сумм\S*|стоил\S*|раз|цен[ауые]\S*|средн\S*|топлив[ао]|горюч\S*|карт[аыуе]|картой|водител[ьяею]|машин[аыуе]|сет[ьи]|на|в|во|за|по|с|со|у|из|и|мы|наш[аи]?|нас|нам|год[ау]?)$/;
