import type { EndpointData } from '#contract/endpoint.ts';
import type { answerQuestion } from '#contract/insights/questions.ts';
import { formatDate, formatLitres, formatMoney } from '../../../lib/format.ts';
import { getLastDay } from '../../../lib/get-last-day.ts';
import { counted } from '#contract/values/counted.ts';
import { givenName } from '../../../cards/describe-card.ts';
import { paths } from '../../../paths.ts';
import type { Known } from './card-entries.ts';
import type { Entry, Group } from './entry.ts';

export type Answer = NonNullable<EndpointData<typeof answerQuestion>>;
type Spent = NonNullable<Answer['totals']>;

/** Groups of the server's answer to a question: the whole first, then its largest parts, each leading to its report. */
export function buildAnswerGroups(answer: Answer | null | undefined, text: string, known: Known): Group[] {
  if (!answer) return [];
  if (!answer.totals)
    return [{ title: 'Ответ', entries: answer.unknown.map((word) => makeUnknownWordEntry(word, text)) }];
  const { by, from, to, report } = answer;
  const whole: Entry = {
    key: `answer:${text}`,
    kind: 'answer',
    title: formatFigures(answer, answer.totals),
    note: [...answer.about, formatPeriod(from, to), ...(report ? [] : ['отчёт по всем картам'])].join(', '),
    to: paths.reportAbout({ by, from, to, ...report }),
  };
  const parts = answer.rows.map((row) => ({
    key: `answer:${by}:${row.key}`,
    kind: 'answer' as const,
    title: formatTitle(answer, row, known),
    aside: formatFigures(answer, row),
    to: getRowPath(answer, row.key),
  }));
  return [{ title: 'Ответ', entries: [whole, ...parts] }];
}

function makeUnknownWordEntry(word: string, text: string): Entry {
  const without = text
    .split(/\s+/)
    .filter(
      (value) =>
        value
          .toLowerCase()
          .replaceAll('ё', 'е')
          .replace(/[?!,;«»"]/g, '') !== word,
    )
    .join(' ');
  return {
    key: `answer:without:${word}`,
    kind: 'answer',
    title: `Не нашли, что значит «${word}»`,
    note: 'спросить без этого слова',
    fill: without,
  };
}

/** Formats the requested measure, and the other one of litres and rubles. */
function formatFigures({ measure }: Answer, spent: Spent): string {
  const litres = formatLitres(spent.litres);
  switch (measure) {
    case 'litres':
      return `${litres} · ${formatMoney(spent.sum)}`;
    case 'sum':
      return `${formatMoney(spent.sum)} · ${litres}`;
    case 'count':
      return `${counted(spent.count, ['заправка', 'заправки', 'заправок'])} · ${litres}`;
    case 'price':
      return spent.average_price === null
        ? litres
        : `${formatMoney(spent.average_price)} за литр · ${litres}`;
  }
}

function formatTitle({ by }: Answer, { key, title }: Answer['rows'][number], known: Known): string {
  if (by === 'month') return formatDate(key, 'month');
  if (by === 'driver') return title || 'Без водителя';
  if (by === 'vehicle') return title || 'Без машины';
  if (by === 'group') return title || 'Без группы';
  if (by !== 'card') return title;
  const card = known.cards.find((item) => item.card.id === Number(key))?.card;
  return card ? `${givenName(card) || 'Карта'} ${known.getNumber(card)}` : title;
}

/** The report of one row; several drivers who share a card have no filter here, and lead to the rows of all. */
function getRowPath({ by, from, to, report }: Answer, key: string): string {
  const within = { from, to, ...report };
  if (by === 'month')
    return paths.reportAbout({ by: 'card', ...report, from: `${key}-01`, to: getLastDay(key) });
  if (by === 'card') return paths.operationsIn({ from, to, cardId: Number(key) });
  if (by === 'network') return paths.reportAbout({ by: 'card', ...within, partnerId: Number(key) });
  if (by === 'goods') return paths.reportAbout({ by: 'card', ...within, goods: key });
  if (by === 'vehicle' && key !== '')
    return paths.reportAbout({ by: 'card', ...within, vehicleId: Number(key) });
  if (by === 'driver' && /^\d+$/.test(key))
    return paths.reportAbout({ by: 'card', ...within, driverId: Number(key) });
  return paths.reportAbout({ by, ...within });
}

function formatPeriod(from: string, to: string): string {
  if (from === to) return formatDate(from, 'long');
  const [year] = from.split('-');
  if (from === `${year}-01-01` && to === `${year}-12-31`) return `${year} год`;
  const month = from.slice(0, 7);
  if (from === `${month}-01` && to === getLastDay(month)) return formatDate(month, 'month');
  return `${formatDate(from)} – ${formatDate(to)}`;
}
