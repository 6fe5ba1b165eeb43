import { shortNumber } from '#contract/values/card-number.ts';
import { listCards, readCard } from '#contract/cards/cards.ts';
import { CARD_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { call, CallFailed } from '../server/client.ts';
import { CARD_FORMS, type Card } from './describe-card.ts';
import { counted } from '#contract/values/counted.ts';
import { showToast } from '../ui/layers/Toast.tsx';
import { findStatusChange } from './card-state.ts';

/** Parts of a card that wait for its network: a block or unblock, and the ids of choices. */
interface PendingParts {
  type: number | undefined;
  choices: readonly number[];
}

interface Ended {
  end: End;
  card: Card;
  reason: string;
}

/** Up to this many outcomes are reported one by one, as many as are shown at once. */
const MAX_TOGETHER = 3;
/** More numbers than this would not fit on a phone; the list shows the rest. */
const MAX_NAMED = 10;
/** Outcomes of many cards are reported together, when no more of them have come for this long. */
const QUIET_MS = 5000;
const FIRST_PAUSE_MS = 2500;
const LONGEST_PAUSE_MS = 60_000;

const watched = new Map<number, PendingParts>();
let ended: Ended[] = [];
let quiet: ReturnType<typeof setTimeout> | undefined;
let next: ReturnType<typeof setTimeout> | undefined;
let pauseMs = FIRST_PAUSE_MS;

/**
 * Watches the cards that wait for their networks, and reports the outcome on the user's current page. It reads the
 * cards itself: the user may leave the page that shows them, and a filter may hide a card that is blocked now.
 */
export function watchCards(cards: readonly Card[]): void {
  for (const card of cards) watchCard(card);
  clearTimeout(quiet);
  if (watched.size === 0 || ended.length + watched.size <= MAX_TOGETHER) showEnded();
  else quiet = setTimeout(showEnded, QUIET_MS);
  readLater();
}

function watchCard(card: Card): void {
  const before = watched.get(card.id);
  const type = findStatusChange(card)?.type_id;
  const waiting = card.choices.filter(({ state }) => state === 'waiting').map(({ id }) => id);
  if (before?.type !== undefined && type === undefined)
    queueOutcome(card, getOutcome(card, before.type), 'Сеть отказала');
  for (const choice of card.choices) {
    if (choice.state === 'refused' && before?.choices.includes(choice.id))
      queueOutcome(card, choice.kind, choice.reason ?? 'Сеть отказала');
  }
  if (type === undefined && waiting.length === 0) return void watched.delete(card.id);
  if (!before) pauseMs = FIRST_PAUSE_MS;
  watched.set(card.id, { type, choices: waiting });
}

/** Shows how a block or unblock ended, by the card's present state. */
export function showOutcome(card: Card, type: number): void {
  queueOutcome(card, getOutcome(card, type), 'Сеть отказала');
  showEnded();
}

function getOutcome({ status }: Card, type: number): End {
  const blocked = status.id === CARD_STATUS.blocked;
  if (type === OPERATION_TYPE.blocking) return blocked ? 'blocked' : 'notBlocked';
  return blocked ? 'notUnblocked' : 'unblocked';
}

function queueOutcome(card: Card, end: End, reason: string): void {
  ended.push({ end, card, reason: reason.replace(/\.$/, '') });
}

function showEnded(): void {
  const shown = ended;
  ended = [];
  for (const end of new Set(shown.map((item) => item.end))) {
    const same = shown.filter((item) => item.end === end);
    const texts = OUTCOME_TEXTS[end];
    if (same.length <= MAX_TOGETHER) {
      for (const { card, reason } of same) {
        const name = `Карта ${shortNumber(card.card_number)}`;
        const left = texts.left && `${reason}. ${texts.left[0]}.`;
        showToast({ tone: texts.left ? 'stop' : 'go', title: `${name} ${texts.one}`, message: left });
      }
    } else {
      const left = texts.left && `${texts.left[1]}: ${formatNumbers(same)}`;
      const title = `${texts.many}: ${counted(same.length, CARD_FORMS)}`;
      showToast({ tone: texts.left ? 'stop' : 'go', title, message: left });
    }
  }
}

function formatNumbers(same: readonly Ended[]): string {
  const named = same.slice(0, MAX_NAMED).map(({ card }) => shortNumber(card.card_number));
  const others = same.length - named.length;
  return named.join(', ') + (others > 0 ? ` и ещё ${others}` : '');
}

type End = keyof typeof OUTCOME_TEXTS;

/** `left`: what a refusal leaves a card, and cards, as. */
const OUTCOME_TEXTS = {
  blocked: { one: 'заблокирована', many: 'Заблокировано', left: null },
  unblocked: { one: 'разблокирована', many: 'Разблокировано', left: null },
  notBlocked: {
    one: 'не заблокирована',
    many: 'Сеть отказала, не заблокировано',
    left: ['Карта осталась активной', 'Остались активными'],
  },
  notUnblocked: {
    one: 'не разблокирована',
    many: 'Сеть отказала, не разблокировано',
    left: ['Карта осталась заблокированной', 'Остались заблокированными'],
  },
  limit: {
    one: 'осталась с прежним лимитом',
    many: 'Сеть не приняла лимит',
    left: ['Новый лимит не действует', 'Остались с прежним лимитом'],
  },
  goods: {
    one: 'осталась с прежними услугами',
    many: 'Сеть не приняла услуги',
    left: ['Новые услуги не действуют', 'Остались с прежними услугами'],
  },
} as const;

function readLater(): void {
  clearTimeout(next);
  if (watched.size > 0) next = setTimeout(() => void readAgain(), pauseMs);
}

async function readAgain(): Promise<void> {
  pauseMs = Math.min(pauseMs * 1.3, LONGEST_PAUSE_MS);
  const requested = new Map(watched);
  const cards = await readWatched([...requested.keys()]).catch((error: unknown) => {
    // A user who is no longer signed in here, or has lost the rights, gets no report.
    if (error instanceof CallFailed && [401, 403, 404].includes(error.code)) watched.clear();
    return [];
  });
  // Cards that were read meanwhile are newer than this answer.
  watchCards(cards.filter(({ id }) => requested.has(id) && requested.get(id) === watched.get(id)));
}

async function readWatched(ids: readonly number[]): Promise<Card[]> {
  if (ids.length > MAX_TOGETHER) return (await call(listCards)).data;
  const reads = await Promise.all(ids.map((id) => call(readCard, { params: { id } })));
  return reads.map(({ data }) => data);
}
