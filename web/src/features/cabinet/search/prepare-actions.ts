import { can } from '#contract/access.ts';
import { LIMIT_PERIOD, LIMIT_UNIT } from '#contract/ids.ts';
import { readTypedAction, RIGHT_BY_ACTION, type TypedAction } from '#contract/values/read-typed-action.ts';
import { getStem } from '#contract/values/word-stem.ts';
import { counted } from '#contract/values/counted.ts';
import { isInMaintenance, statusAction } from '../../../cards/card-state.ts';
import { givenName, type Card } from '../../../cards/describe-card.ts';
import { formatLitres, formatMoney } from '../../../lib/format.ts';
import { normalizeText } from '../../../lib/match-words.ts';
import { paths } from '../../../paths.ts';
import type { UserContext } from './card-actions.ts';
import { scoreCards, type Known } from './card-entries.ts';
import { pickBest, type Entry, type Group } from './entry.ts';

/** Largest number of cards that a sentence may mean, each with its action. */
const MAX_SHOWN = 3;
const NOT_ALLOWED = 'Вам это недоступно: это делают администратор и менеджер компании';

/**
 * Prepares the action of a sentence in one line (what, from where, to where, how much), which leads to the filled-in
 * form. The function changes nothing. A user without the right sees who has it.
 */
export function prepareActions(text: string, known: Known, who: UserContext): Group[] {
  const input = readTypedAction(text);
  if (!input) return [];
  const cards = findCardsByName(input.words, known);
  const entries =
    cards.length > 0
      ? cards.map((card) => prepared(input, { card, known, who }))
      : [makeDisabledEntry(`${TITLE[input.action](input)}: какой карте?`, `карты «${input.words}» нет`)];
  return [{ title: 'Подготовлено, подтвердите на странице', entries: entries.map(withFill) }];

  /** An entry that leads nowhere leaves the sentence in the field. */
  function withFill(entry: Entry): Entry {
    return entry.to === undefined && entry.changes === undefined ? { ...entry, fill: text } : entry;
  }
}

/** Finds cards by the text as typed, otherwise by the stems of the words: «Иванова» is «Иванов». */
function findCardsByName(words: string, known: Known): Card[] {
  const exact = pickBest(scoreCards(known, normalizeText(words)), MAX_SHOWN);
  const stems = normalizeText(words.split(' ').map(getStem).join(' '));
  const found = exact.length > 0 ? exact : pickBest(scoreCards(known, stems), MAX_SHOWN);
  const [best] = found;
  return found.filter(({ score }) => score === best?.score).map(({ card }) => card);
}

type ActionContext = { card: Card; known: Known; who: UserContext };

function prepared(input: TypedAction, meant: ActionContext): Entry {
  const { card, known } = meant;
  const line = {
    key: `${input.action}:${card.id}`,
    kind: 'deed' as const,
    title: TITLE[input.action](input),
    note: [formatWay(input, known.getNumber(card)), givenName(card)].filter(Boolean).join(' · '),
  };
  const problem = findProblem(input, meant);
  if (problem !== null) return { ...line, note: `${line.note}. ${problem}` };
  const to = getFormPath(input, card);
  return to === null ? { ...line, changes: card } : { ...line, aside: 'Открыть форму', to };
}

/** Why it can't be prepared for this card by this person. Null means that it can. */
function findProblem(input: TypedAction, { card, who }: ActionContext): string | null {
  if (!can(who.role, RIGHT_BY_ACTION[input.action])) return NOT_ALLOWED;
  if (input.action === 'block' || input.action === 'unblock') {
    const { blocks, disabledReason } = statusAction(card, who);
    if (disabledReason !== null) return disabledReason;
    if (blocks !== (input.action === 'block'))
      return blocks ? 'Карта не заблокирована' : 'Карта уже заблокирована';
  }
  return isInMaintenance(card, who.maintenance) ? 'У сети идут технические работы' : null;
}

/** Returns the path of the form, filled in; null where the form needs an answer first. */
function getFormPath(input: TypedAction, { id: cardId }: Card): string | null {
  switch (input.action) {
    case 'transfer':
      return paths.preparedMovement('payment', { cardId, sum: input.sumKopecks });
    case 'payout':
      return paths.preparedMovement('payout', { cardId, sum: input.sumKopecks });
    case 'open':
      return paths.preparedOpening({ cardId, minutes: input.minutes });
    case 'limit':
      return input.limit ? paths.preparedLimit({ cardId, ...input.limit }) : paths.services(cardId);
    default:
      return null;
  }
}

const TITLE: { [Deed in TypedAction['action']]: (input: TypedAction) => string } = {
  transfer: (input) => `Перевести ${formatSum(input)}`,
  payout: (input) => `Вывести ${formatSum(input)}`,
  block: () => 'Заблокировать карту',
  unblock: () => 'Разблокировать карту',
  open: (input) =>
    `Открыть карту на ${counted('minutes' in input ? input.minutes : 0, ['минуту', 'минуты', 'минут'])}`,
  limit: (input) =>
    `Изменить лимит${'limit' in input && input.limit ? ` до ${formatLimit(input.limit)}` : ''}`,
};

function formatSum(input: TypedAction): string {
  if (!('sumKopecks' in input)) return '';
  return input.sumKopecks === null ? 'деньги: сумму укажите в форме' : formatMoney(input.sumKopecks / 100);
}

function formatLimit({
  count,
  unit,
  period,
}: NonNullable<Extract<TypedAction, { action: 'limit' }>['limit']>): string {
  const amount =
    LIMIT_UNIT[unit].column === 'centilitres' ? formatLitres(count / 100) : formatMoney(count / 100);
  return period === null ? amount : `${amount} в ${LIMIT_PERIOD[period].per}`;
}

/** Formats from where to where the money goes. */
function formatWay({ action }: TypedAction, number: string): string {
  if (action === 'transfer') return `со счёта на карту ${number}`;
  if (action === 'payout') return `с карты ${number} на счёт`;
  return number;
}

function makeDisabledEntry(title: string, note: string): Entry {
  return { key: 'deed:unknown', kind: 'deed', title, note };
}
