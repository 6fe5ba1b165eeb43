import { can } from '#contract/access.ts';
import { LIMIT_PERIOD, LIMIT_UNIT } from '#contract/ids.ts';
import { readDeed, RIGHT_OF_DEED, type SaidDeed } from '#contract/read-deed.ts';
import { stemOf } from '#contract/word-stem.ts';
import { isInMaintenance, statusAction } from '../../cards/card-state.ts';
import { givenName, type Card } from '../../cards/describe-card.ts';
import { formatLitres, formatMoney } from '../../lib/format.ts';
import { plainWords } from '../../lib/match-words.ts';
import { counted } from '#contract/counted.ts';
import { paths } from '../../paths.ts';
import type { Who } from './card-deeds.ts';
import { scoreCards, type Known } from './card-entries.ts';
import { bestOf, type Entry, type Group } from './entry.ts';

/** Cards that a sentence may mean, each with its deed. */
const MOST = 3;
export const WHO_MAY = 'Вам это недоступно: это делают админ и менеджер компании';

/**
 * What a sentence prepares: the deed in one line (what, from where, to where, how much), leading to the form that does it,
 * filled in. Nothing is done here; whoever has no right is told who has.
 */
export function preparedDeeds(text: string, known: Known, who: Who): Group[] {
  const said = readDeed(text);
  if (!said) return [];
  const cards = cardsNamed(said.words, known);
  const entries =
    cards.length > 0
      ? cards.map((card) => prepared(said, { card, known, who }))
      : [cannot(`${TITLE[said.deed](said)}: какой карте?`, `карты «${said.words}» нет`)];
  return [{ title: 'Подготовлено, подтвердите на странице', entries: entries.map(kept) }];

  /** What leads nowhere leaves the sentence in the field. */
  function kept(entry: Entry): Entry {
    return entry.to === undefined && entry.changes === undefined ? { ...entry, fill: text } : entry;
  }
}

/** As it was typed, else by the stems of the words: «Иванова» is «Иванов». */
function cardsNamed(words: string, known: Known): Card[] {
  const exact = bestOf(scoreCards(known, plainWords(words)), MOST);
  const stems = plainWords(words.split(' ').map(stemOf).join(' '));
  const found = exact.length > 0 ? exact : bestOf(scoreCards(known, stems), MOST);
  const [best] = found;
  return found.filter(({ score }) => score === best?.score).map(({ card }) => card);
}

type Meant = { card: Card; known: Known; who: Who };

function prepared(said: SaidDeed, meant: Meant): Entry {
  const { card, known } = meant;
  const line = {
    key: `${said.deed}:${card.id}`,
    kind: 'deed' as const,
    title: TITLE[said.deed](said),
    note: [wayOf(said, known.numberOf(card)), givenName(card)].filter(Boolean).join(' · '),
  };
  const problem = problemOf(said, meant);
  if (problem !== null) return { ...line, note: `${line.note}. ${problem}` };
  const to = formOf(said, card);
  return to === null ? { ...line, changes: card } : { ...line, aside: 'Открыть форму', to };
}

/** Why it can't be prepared for this card by this person; null: it can. */
function problemOf(said: SaidDeed, { card, who }: Meant): string | null {
  if (!can(who.role, RIGHT_OF_DEED[said.deed])) return WHO_MAY;
  if (said.deed === 'block' || said.deed === 'unblock') {
    const { blocks, disabledReason } = statusAction(card, who);
    if (disabledReason !== null) return disabledReason;
    if (blocks !== (said.deed === 'block'))
      return blocks ? 'Карта не заблокирована' : 'Карта уже заблокирована';
  }
  return isInMaintenance(card, who.maintenance) ? 'У сети идут технические работы' : null;
}

/** The form that does it, filled in; null where a question before it is all that there is. */
function formOf(said: SaidDeed, { id: cardId }: Card): string | null {
  switch (said.deed) {
    case 'transfer':
      return paths.preparedMovement('payment', { cardId, sum: said.sumKopecks });
    case 'payout':
      return paths.preparedMovement('payout', { cardId, sum: said.sumKopecks });
    case 'open':
      return paths.preparedOpening({ cardId, minutes: said.minutes });
    case 'limit':
      return said.limit ? paths.preparedLimit({ cardId, ...said.limit }) : paths.services(cardId);
    default:
      return null;
  }
}

const TITLE: { [Deed in SaidDeed['deed']]: (said: SaidDeed) => string } = {
  transfer: (said) => `Перевести ${sumOf(said)}`,
  payout: (said) => `Вывести ${sumOf(said)}`,
  block: () => 'Заблокировать карту',
  unblock: () => 'Разблокировать карту',
  open: (said) =>
    `Открыть карту на ${counted('minutes' in said ? said.minutes : 0, ['минуту', 'минуты', 'минут'])}`,
  limit: (said) => `Изменить лимит${'limit' in said && said.limit ? ` до ${limitWords(said.limit)}` : ''}`,
};

function sumOf(said: SaidDeed): string {
  if (!('sumKopecks' in said)) return '';
  return said.sumKopecks === null ? 'деньги: сумму укажите в форме' : formatMoney(said.sumKopecks / 100);
}

function limitWords({
  count,
  unit,
  period,
}: NonNullable<Extract<SaidDeed, { deed: 'limit' }>['limit']>): string {
  const amount =
    LIMIT_UNIT[unit].column === 'centilitres' ? formatLitres(count / 100) : formatMoney(count / 100);
  return period === null ? amount : `${amount} в ${LIMIT_PERIOD[period].per}`;
}

/** From where to where. */
function wayOf({ deed }: SaidDeed, number: string): string {
  if (deed === 'transfer') return `со счёта на карту ${number}`;
  if (deed === 'payout') return `с карты ${number} на счёт`;
  return number;
}

function cannot(title: string, note: string): Entry {
  return { key: 'deed:unknown', kind: 'deed', title, note };
}
