import { BLOCKED_IN_FILTER, CARD_STATUS, MAINTENANCE_OF_EVERYTHING, OPERATION_TYPE } from '#contract/ids.ts';
import { can, type Role } from '#contract/access.ts';
import { closedPartners, type Maintenance } from '../state/maintenance.ts';
import type { Card } from './describe-card.ts';
import { formatMoney } from '../lib/format.ts';
import type { StatusTone } from '../ui/text/StatusLabel.tsx';

/** Active cards with nothing left on them, among the states of the filter. */
export const EMPTY_CARDS = 'empty';

/**
 * Options of the list's filter: active, waiting for setup, blocked, written 3 (spec section 4, intentional), and those
 * without money.
 */
export const STATUS_FILTER = [
  { value: String(CARD_STATUS.active), label: 'Активные' },
  { value: String(CARD_STATUS.notSetUp), label: 'Ожидают настройки' },
  { value: String(BLOCKED_IN_FILTER), label: 'Заблокированные' },
  { value: EMPTY_CARDS, label: 'Без средств' },
];

/** Describes the card's state. A change under way at the network comes first. */
export function cardState(card: Card): { tone: StatusTone; text: string } {
  const [waiting] = card.inProgressOperations;
  if (waiting) return { tone: 'wait', text: formatProgress(waiting) };
  if (card.status.id === CARD_STATUS.active) return { tone: 'go', text: card.status.title };
  return { tone: card.status.id === CARD_STATUS.blocked ? 'locked' : 'neutral', text: card.status.title };
}

type PendingOperation = Card['inProgressOperations'][number];

function formatProgress({ type_id: type, sum, type: { title } }: PendingOperation): string {
  if (type === OPERATION_TYPE.blocking) return 'Карта блокируется';
  if (type === OPERATION_TYPE.unblocking) return 'Карта разблокируется';
  if (type === OPERATION_TYPE.topUp) return `Пополняется на ${formatMoney(sum)}`;
  if (type === OPERATION_TYPE.payout) return `Выводится ${formatMoney(sum)}`;
  return title;
}

/** The block or unblock that waits for the network. */
export function findStatusChange(card: Card): PendingOperation | undefined {
  return card.inProgressOperations.find(({ type_id: type }) => STATUS_CHANGES.includes(type));
}

/** Returns the last choice for the card, unless the network has accepted it. */
export function openChoice(
  card: Card,
  kind: Card['choices'][number]['kind'],
): Card['choices'][number] | undefined {
  return card.choices.find((choice) => choice.kind === kind);
}

const STATUS_CHANGES: readonly number[] = [OPERATION_TYPE.blocking, OPERATION_TYPE.unblocking];

export function isNotSetUp(card: Card): boolean {
  return card.status.id === CARD_STATUS.notSetUp;
}

/** The label of the block or unblock action, and why it is disabled; null if it is enabled (spec section 4). */
export function statusAction(
  card: Card,
  who: { role: Role; maintenance: Maintenance | null },
): { label: string; blocks: boolean; disabledReason: string | null } {
  const waiting = findStatusChange(card);
  const blocks = card.status.id !== CARD_STATUS.blocked;
  if (waiting) {
    return { label: formatProgress(waiting), blocks, disabledReason: 'Сеть ещё не подтвердила' };
  }
  const label = blocks ? 'Заблокировать' : 'Разблокировать';
  const blockedReason = card.hold && !blocks ? nameHolder(card.hold) : null;
  const cannot = card.network_cannot?.block;
  const reason =
    changeProblem(card, who) ?? blockedReason ?? cannot ?? (isNotSetUp(card) ? NOT_SET_UP : null);
  return { label, blocks, disabledReason: reason };
}

/** Why this card cannot be changed now; null if it can. */
export function changeProblem(
  card: Pick<Card, 'partner'>,
  { role, maintenance }: { role: Role; maintenance: Maintenance | null },
): string | null {
  if (!can(role, 'changeCard')) return READ_ONLY;
  return isInMaintenance(card, maintenance) ? 'У сети идут технические работы' : null;
}

/** Says who keeps a card blocked: the programme, the check of fillings or, by their reason, the company's own rules. */
export function nameHolder({ kind, reason }: NonNullable<Card['hold']>): string {
  if (kind === 'rules') return reason;
  return kind === 'signal' ? 'Карту закрыла проверка заправок' : 'Карту заблокировала программа';
}

export const READ_ONLY = 'У вас просмотр: менять может менеджер или администратор';
export const NOT_SET_UP = 'Карта ещё не настроена';
export const WHO_SETS_UP = 'Её настраивает менеджер или администратор компании.';

export function isInMaintenance(
  { partner }: Pick<Card, 'partner'>,
  maintenance: Maintenance | null,
): boolean {
  return maintenance?.partner === MAINTENANCE_OF_EVERYTHING || closedPartners(maintenance).has(partner.id);
}
