import type { Clock } from '../../lib/clock.ts';
import { formatTimeShort } from '../../lib/money-format.ts';
import type { CommandJournal, JournalEntry } from './command-journal.ts';
import type { NetworkAnswer, NetworkCommand } from './fuel-network.ts';
import {
  findAgreedOutcome,
  moneyState,
  spentBetween,
  type ListedSale,
  type MoneyState,
  type Outcome,
  type Proof,
  type Readings,
  type SpentBetween,
} from './weigh-proofs.ts';

export type MoneyCommand = Extract<NetworkCommand, { kind: 'move-to-card' | 'move-from-card' }>;

/** Calls of a network that prove a movement of money. They throw NetworkRefusal when the card has gone. */
export interface MoneyProofs {
  /** Seconds after a sale during which it may be missing from the network's list. */
  salesHorizonSeconds: number;
  /** The card's money now, with its sales since a moment. Changes nothing. */
  readMoney(command: MoneyCommand, since: Date): Promise<MoneyState>;
  /** Returns null when a sale can't be read. */
  listSales(card: MoneyState, from: Date, to: Date): Promise<ListedSale[] | null>;
  /** Two or more that are independent of each other. */
  weigh(facts: MovementFacts): Proof[];
}

export interface MovementFacts {
  /** Amount that the movement adds to the card's money. */
  changeKopecks: number;
  readings: Readings;
  spent: SpentBetween | null;
  /** Whether no other movement can have touched the contract between the readings. */
  isAlone: boolean;
  /** Every sale up to the second reading is listed by now. */
  isComplete: boolean;
}

/** A write that was cut off may still be under way for so long. */
export const UNDER_WAY_SECONDS = 600;

type MovementEntry = JournalEntry & { command: MoneyCommand };

const DAY_MS = 86_400_000;
const OUTCOME_LABELS: Record<Outcome, string> = {
  done: 'исполнено',
  'not-done': 'не исполнено',
  unclear: 'неясно',
};
const PROOFS_DISAGREE = 'Доказательства не сошлись: решает сотрудник';
const NOT_EXECUTED = 'Сеть не исполнила операцию, деньги возвращены';

/**
 * Finds out the outcome of a movement that may have been written, and never writes. A second reading of the card is
 * stored once the write can't be under way any more, and judged when every sale up to it is listed. A reading made only
 * then would be blurred by newer sales that are not listed. Until then nothing but `done` is concluded. Where two
 * proofs don't agree, a person decides.
 */
export function proveMovement(proofs: MoneyProofs, about: { journal: CommandJournal; clock: Clock }) {
  const { journal, clock } = about;

  return async function prove(entry: MovementEntry): Promise<NetworkAnswer> {
    const { requestId } = entry.command;
    const before = moneyState.safeParse(entry.before).data;
    if (!before) return unclear('Остаток карты до команды не записан: решает сотрудник');
    const readings = { before, startedAt: entry.startedAt, ...(await readAgain(entry)) };
    const completeAt = new Date(readings.readAt.getTime() + proofs.salesHorizonSeconds * 1000);
    const isComplete = entry.reading !== null && clock.now() >= completeAt;
    const found = proofs.weigh(await readFacts(entry, readings, isComplete));
    const outcome = findAgreedOutcome(found);
    if (outcome === 'done') return journal.finish(requestId, { state: 'done' }, clock.now());
    if (outcome === 'not-done' && isComplete) {
      return journal.finish(requestId, { state: 'refused', reason: NOT_EXECUTED }, clock.now());
    }
    return unclear(
      `${found.map(formatProof).join('; ')}. ${isComplete ? PROOFS_DISAGREE : formatAwaiting(completeAt)}`,
    );
  };

  async function readAgain({ command, startedAt, reading }: MovementEntry) {
    if (reading) return { after: moneyState.parse(reading.state), readAt: reading.readAt };
    const after = await proofs.readMoney(command, getSalesStart(startedAt));
    const readAt = clock.now();
    if (readAt.getTime() - startedAt.getTime() >= UNDER_WAY_SECONDS * 1000) {
      await journal.keepReading(command.requestId, startedAt, { state: after, readAt });
    }
    return { after, readAt };
  }

  async function readFacts(
    { command, reading }: MovementEntry,
    readings: Readings,
    isComplete: boolean,
  ): Promise<MovementFacts> {
    const { after, startedAt, readAt } = readings;
    // A day more, because a network's clock is not ours.
    const until = new Date(readAt.getTime() + DAY_MS);
    const sales = reading ? await proofs.listSales(after, getSalesStart(startedAt), until) : after.sales;
    return {
      changeKopecks: getBalanceChange(command),
      readings,
      spent: spentBetween(sales, readings),
      isAlone: !(await journal.movedByOthers(command.requestId, startedAt, readAt)),
      isComplete,
    };
  }

  /** Earlier sales were listed before the first reading. */
  function getSalesStart(startedAt: Date): Date {
    return new Date(startedAt.getTime() - proofs.salesHorizonSeconds * 1000);
  }
}

export function isMovement(command: NetworkCommand): command is MoneyCommand {
  return command.kind === 'move-to-card' || command.kind === 'move-from-card';
}

/** Kopecks that the movement adds to its card. */
export function getBalanceChange({ kind, sumKopecks }: MoneyCommand): number {
  return kind === 'move-to-card' ? sumKopecks : -sumKopecks;
}

export function unclear(reason: string): NetworkAnswer {
  return { state: 'accepted', unclear: reason };
}

function formatProof({ source, says }: Proof): string {
  return `${source}: ${OUTCOME_LABELS[says]}`;
}

function formatAwaiting(completeAt: Date): string {
  return `Команда не повторяется; окончательно сверим после ${formatTimeShort(completeAt)}`;
}
