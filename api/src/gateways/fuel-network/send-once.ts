import type { Clock } from '../../lib/clock.ts';
import { storableText } from '../../lib/storable-text.ts';
import type { CommandJournal, JournalEntry, NewEntry } from './command-journal.ts';
import {
  NetworkUnavailable,
  type FinalAnswer,
  type IssuedCard,
  type NetworkAnswer,
  type NetworkCommand,
} from './fuel-network.ts';
import {
  isMovement,
  proveMovement,
  unclear,
  UNDER_WAY_SECONDS,
  type MoneyCommand,
  type MoneyProofs,
} from './prove-movement.ts';
import { requireAll, type Records } from './read-records.ts';
import type { MoneyState } from './weigh-proofs.ts';

export type CardCommand = Exclude<NetworkCommand, { kind: 'issue' }>;
/** Sets something instead of adding to it. */
export type SettingCommand = Exclude<CardCommand, MoneyCommand>;
export type IssueCommand = Extract<NetworkCommand, { kind: 'issue' }>;

/** A network's own interface. Its calls throw NetworkRefusal and NetworkUnavailable; writes also NothingWritten. */
export interface NetworkDriver {
  /** Commands that this network does not support, with the Russian sentence that explains it. */
  cannot: Partial<Record<NetworkCommand['kind'], string>>;
  money: MoneyProofs;
  writeMoney(command: MoneyCommand, before: MoneyState): Promise<void>;
  /** Refuses a card that the network does not have. */
  requireCard(command: SettingCommand): Promise<void>;
  writeSetting(command: SettingCommand): Promise<void>;
  /** Returns whether the card already is as the command sets it. */
  isSet(command: SettingCommand): Promise<boolean>;
  orderCards(command: IssueCommand): Promise<void>;
  listCards(): Promise<Records<IssuedCard>>;
}

/** The network refused and changed nothing. The reason is a Russian text for the user. */
export class NetworkRefusal extends Error {
  override readonly name = 'NetworkRefusal';

  constructor(message: string) {
    super(storableText(message));
  }
}

/** The network did not even consider a write: no session, too many calls. It proves nothing about the command. */
export class RequestNotSent extends Error {
  override readonly name = 'NothingWritten';
}

/** A write that was cut off may still be under way: only after this long does "not visible" count as "not done". */
const QUIET_SECONDS: Partial<Record<NetworkCommand['kind'], number>> = {
  'move-to-card': UNDER_WAY_SECONDS,
  'move-from-card': UNDER_WAY_SECONDS,
  block: 60,
  unblock: 60,
  issue: 600,
};

/** A process that was delayed for longer than this after it had started does not write any more. */
const STALE_SECONDS = 60;

/**
 * Keeps the promise of `FuelNetwork` over a network without request ids: a command takes effect once, however often it
 * is sent. Its state is stored before each change. After a lost answer the portal searches the network's state for the
 * effect. Missing settings (blocks, limits, goods) are written again. A movement of money is never sent again: two
 * proofs end it, or a person.
 */
export function sendOnce(driver: NetworkDriver, about: { journal: CommandJournal; clock: Clock }) {
  const { journal, clock } = about;
  const prove = proveMovement(driver.money, about);

  async function send(command: NetworkCommand): Promise<NetworkAnswer> {
    const known = await journal.find(command.requestId);
    const seen = known ? await findOutcome(known) : null;
    if (seen && seen.state !== 'unknown') return seen;
    const lacking = driver.cannot[command.kind];
    if (lacking) return { state: 'refused', reason: lacking };
    try {
      return command.kind === 'issue' ? await order(command, known) : await carryOut(command, known);
    } catch (error) {
      if (!(error instanceof NetworkRefusal)) throw error;
      return refuse(command, error.message);
    }
  }

  async function carryOut(command: CardCommand, known: JournalEntry | null): Promise<NetworkAnswer> {
    const before = isMovement(command) ? await readBefore(command) : await driver.requireCard(command);
    const entry = { command, before: before ?? null, startedAt: clock.now() };
    if (!(await begin(entry, known))) return { state: 'accepted' };
    const refused = await write(entry, () =>
      isMovement(command) ? driver.writeMoney(command, before as MoneyState) : driver.writeSetting(command),
    );
    if (refused) return refused;
    // A network may accept a block and apply it later: only the card's state proves the block.
    const isBlock = command.kind === 'block' || command.kind === 'unblock';
    if (isBlock && !(await isSettingApplied(command))) return { state: 'accepted' };
    return journal.finish(command.requestId, { state: 'done' }, clock.now());
  }

  function begin(entry: NewEntry, known: JournalEntry | null): Promise<boolean> {
    return known ? journal.beginAgain(entry, known.startedAt) : journal.begin(entry);
  }

  /** The network's refusal, if it refuses. */
  async function write(
    { command, startedAt }: NewEntry,
    call: () => Promise<void>,
  ): Promise<FinalAnswer | null> {
    try {
      if (clock.now().getTime() - startedAt.getTime() > STALE_SECONDS * 1000)
        throw new RequestNotSent('this process was held up for too long');
      await call();
      return null;
    } catch (error) {
      if (error instanceof NetworkRefusal)
        return journal.finish(command.requestId, { state: 'refused', reason: error.message }, clock.now());
      if (!(error instanceof RequestNotSent)) throw error;
      await journal.markUnwritten(command.requestId, startedAt);
      throw new NetworkUnavailable(error.message, { cause: error });
    }
  }

  function readBefore(command: MoneyCommand): Promise<MoneyState> {
    const { salesHorizonSeconds } = driver.money;
    return driver.money.readMoney(command, new Date(clock.now().getTime() - salesHorizonSeconds * 1000));
  }

  /** Refuses before this process has written. Another one may have written meanwhile, and then proofs decide. */
  async function refuse(command: NetworkCommand, reason: string): Promise<NetworkAnswer> {
    const refused = { state: 'refused', reason } as const;
    const started = await journal.find(command.requestId);
    if (!started) return refused;
    const mayBeWritten = isMovement(command) && !started.isUnwritten;
    if (mayBeWritten) return started.answer ?? { state: 'accepted' };
    return journal.finish(command.requestId, refused, clock.now());
  }

  async function order(command: IssueCommand, known: JournalEntry | null): Promise<NetworkAnswer> {
    // An unreadable card that becomes readable later would be taken for one of the order's new cards.
    const before = requireAll(await driver.listCards()).map((card) => card.number);
    const entry = { command, before, startedAt: clock.now() };
    // Never repeated: an order has no visible effect until its cards appear, and cards cost money.
    const started = await begin(entry, known);
    const refused = started && (await write(entry, () => driver.orderCards(command)));
    return refused || { state: 'accepted' };
  }

  async function findOutcome(entry: JournalEntry): Promise<NetworkAnswer | { state: 'unknown' }> {
    const { command, answer } = entry;
    if (answer) return answer;
    if (entry.isUnwritten) return { state: 'unknown' };
    if (command.kind === 'issue') return claimCards(command);
    if (isMovement(command)) return findMoneyOutcome({ ...entry, command });
    if (await isSettingApplied(command))
      return journal.finish(command.requestId, { state: 'done' }, clock.now());
    const waitedSeconds = (clock.now().getTime() - entry.startedAt.getTime()) / 1000;
    return waitedSeconds >= (QUIET_SECONDS[command.kind] ?? 0) ? { state: 'unknown' } : { state: 'accepted' };
  }

  async function findMoneyOutcome(entry: JournalEntry & { command: MoneyCommand }): Promise<NetworkAnswer> {
    try {
      return await prove(entry);
    } catch (error) {
      if (!(error instanceof NetworkRefusal)) throw error;
      return unclear(`${error.message}. Решает сотрудник`);
    }
  }

  /** A card that has gone from its network is not as it was wanted; writing again is then refused. */
  async function isSettingApplied(command: SettingCommand): Promise<boolean> {
    try {
      return await driver.isSet(command);
    } catch (error) {
      if (!(error instanceof NetworkRefusal)) throw error;
      return false;
    }
  }

  /** Blank cards are interchangeable: the oldest order gets the first blank cards, once there are enough for it. */
  async function claimCards(command: IssueCommand): Promise<NetworkAnswer> {
    const issues = await journal.listIssues();
    const oldest = issues.find((issue) => issue.answer === null);
    if (oldest?.command.requestId !== command.requestId) return { state: 'accepted' };
    const taken = new Set([
      ...(oldest.before as string[]),
      ...issues.flatMap((issue) => getCardNumbers(issue.answer)),
    ]);
    const fresh = (await driver.listCards()).readable.filter((card) => !taken.has(card.number));
    if (fresh.length < command.count) return { state: 'accepted' };
    fresh.sort((a, b) => (a.number < b.number ? -1 : 1));
    return journal.finish(
      command.requestId,
      { state: 'done', cards: fresh.slice(0, command.count) },
      clock.now(),
    );
  }

  async function ask(requestId: string): Promise<NetworkAnswer | { state: 'unknown' }> {
    const known = await journal.find(requestId);
    return known ? findOutcome(known) : { state: 'unknown' };
  }

  function conclude(command: NetworkCommand, answer: FinalAnswer): Promise<FinalAnswer | null> {
    const at = clock.now();
    const quietMs = (QUIET_SECONDS[command.kind] ?? 0) * 1000;
    return journal.conclude(command, answer, { at, quietSince: new Date(at.getTime() - quietMs) });
  }

  return { send, ask, conclude };
}

function getCardNumbers(answer: FinalAnswer | null): string[] {
  return answer?.state === 'done' ? (answer.cards ?? []).map((card) => card.number) : [];
}
