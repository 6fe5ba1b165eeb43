import type { Clock } from '../../lib/clock.ts';
import { keepableText } from '../../lib/keepable-text.ts';
import type { CommandJournal, JournalEntry } from './command-journal.ts';
import type { FinalAnswer, IssuedCard, NetworkAnswer, NetworkCommand } from './fuel-network.ts';
import { requireAll, type Records } from './read-records.ts';

export type CardCommand = Exclude<NetworkCommand, { kind: 'issue' }>;
export type IssueCommand = Extract<NetworkCommand, { kind: 'issue' }>;

/** A network's own interface. Its calls throw NetworkRefusal and NetworkUnavailable. */
export interface NetworkDriver {
  /** Commands that this network does not support, with the Russian sentence that says so. */
  cannot: Partial<Record<NetworkCommand['kind'], string>>;
  /** What the command is about to change, as JSON. */
  read(command: CardCommand): Promise<unknown>;
  write(command: CardCommand, before: unknown): Promise<void>;
  /** Whether the command has taken effect since; `unclear`: a person has to find out. */
  look(entry: JournalEntry & { command: CardCommand }): Promise<'done' | 'not-done' | 'unclear'>;
  orderCards(command: IssueCommand): Promise<void>;
  listCards(): Promise<Records<IssuedCard>>;
}

/** The network has refused, in Russian words for the user; nothing was changed. */
export class NetworkRefusal extends Error {
  override readonly name = 'NetworkRefusal';

  constructor(words: string) {
    super(keepableText(words));
  }
}

/**
 * A write that was cut off may still be under way: only after this long does "not visible" count as "not done". Writes that
 * set instead of adding (limits, goods) may be repeated at once.
 */
const QUIET_SECONDS: Partial<Record<NetworkCommand['kind'], number>> = {
  'move-to-card': 600,
  'move-from-card': 600,
  block: 60,
  unblock: 60,
  issue: 600,
};

/**
 * Makes a network without request ids keep the promise of `FuelNetwork`: a command takes effect once, however often
 * it is sent. Its state is stored before each change. After a lost answer the portal looks for the effect in the
 * network's state, and repeats the write only if it certainly did not happen.
 */
export function sendOnce(driver: NetworkDriver, about: { journal: CommandJournal; clock: Clock }) {
  const { journal, clock } = about;

  async function send(command: NetworkCommand): Promise<NetworkAnswer> {
    const known = await journal.find(command.requestId);
    const seen = known ? await whatBecameOf(known) : null;
    if (seen && seen.state !== 'unknown') return seen;
    const lacking = driver.cannot[command.kind];
    if (lacking) return { state: 'refused', reason: lacking };
    try {
      return command.kind === 'issue' ? await order(command) : await carryOut(command, known);
    } catch (error) {
      if (!(error instanceof NetworkRefusal)) throw error;
      const refused = { state: 'refused', reason: error.message } as const;
      return (await journal.find(command.requestId)) ? journal.finish(command.requestId, refused) : refused;
    }
  }

  async function carryOut(command: CardCommand, known: JournalEntry | null): Promise<NetworkAnswer> {
    const before = await driver.read(command);
    const entry = { command, before, begunAt: clock.now() };
    const ours = known ? await journal.beginAgain(entry, known.begunAt) : await journal.begin(entry);
    if (!ours) return { state: 'accepted' };
    await driver.write(command, before);
    // A network may accept a block and apply it later: only the card itself proves it.
    const isBlock = command.kind === 'block' || command.kind === 'unblock';
    if (isBlock && (await look({ ...entry, answer: null })) !== 'done') return { state: 'accepted' };
    return journal.finish(command.requestId, { state: 'done' });
  }

  async function order(command: IssueCommand): Promise<NetworkAnswer> {
    // An unreadable card that becomes readable later would be taken for one of the order's new cards.
    const before = requireAll(await driver.listCards()).map((card) => card.number);
    const begun = await journal.begin({ command, before, begunAt: clock.now() });
    // Never repeated: an order has no visible effect until its cards appear, and cards cost money.
    if (begun) await driver.orderCards(command);
    return { state: 'accepted' };
  }

  async function whatBecameOf(entry: JournalEntry): Promise<NetworkAnswer | { state: 'unknown' }> {
    const { command, answer } = entry;
    if (answer) return answer;
    if (command.kind === 'issue') return claimCards(command);
    const seen = await look({ ...entry, command });
    if (seen === 'done') return journal.finish(command.requestId, { state: 'done' });
    const waitedSeconds = (clock.now().getTime() - entry.begunAt.getTime()) / 1000;
    const isQuiet = waitedSeconds >= (QUIET_SECONDS[command.kind] ?? 0);
    if (seen === 'unclear') return { state: 'accepted', unclear: true };
    return seen === 'not-done' && isQuiet ? { state: 'unknown' } : { state: 'accepted' };
  }

  /** If the card has gone from its network, the outcome of money is unknown; anything else is refused when written again. */
  async function look(entry: JournalEntry & { command: CardCommand }) {
    try {
      return await driver.look(entry);
    } catch (error) {
      if (!(error instanceof NetworkRefusal)) throw error;
      return 'sumKopecks' in entry.command ? 'unclear' : 'not-done';
    }
  }

  /** Blank cards are interchangeable: the oldest order gets the first that appear, once there are enough for it. */
  async function claimCards(command: IssueCommand): Promise<NetworkAnswer> {
    const issues = await journal.listIssues();
    const oldest = issues.find((issue) => issue.answer === null);
    if (oldest?.command.requestId !== command.requestId) return { state: 'accepted' };
    const taken = new Set([
      ...(oldest.before as string[]),
      ...issues.flatMap((one) => numbersOf(one.answer)),
    ]);
    const fresh = (await driver.listCards()).legible.filter((card) => !taken.has(card.number));
    if (fresh.length < command.count) return { state: 'accepted' };
    fresh.sort((one, other) => (one.number < other.number ? -1 : 1));
    return journal.finish(command.requestId, { state: 'done', cards: fresh.slice(0, command.count) });
  }

  async function ask(requestId: string): Promise<NetworkAnswer | { state: 'unknown' }> {
    const known = await journal.find(requestId);
    return known ? whatBecameOf(known) : { state: 'unknown' };
  }

  function conclude(command: NetworkCommand, answer: FinalAnswer): Promise<FinalAnswer | null> {
    const quietMs = (QUIET_SECONDS[command.kind] ?? 0) * 1000;
    return journal.conclude(command, answer, new Date(clock.now().getTime() - quietMs));
  }

  return { send, ask, conclude };
}

function numbersOf(answer: FinalAnswer | null): string[] {
  return answer?.state === 'done' ? (answer.cards ?? []).map((card) => card.number) : [];
}
