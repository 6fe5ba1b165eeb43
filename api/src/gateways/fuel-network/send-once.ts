import type { Clock } from '../../lib/clock.ts';
import { keepableText } from '../../lib/keepable-text.ts';
import type { CommandJournal, JournalEntry } from './command-journal.ts';
import type { FinalAnswer, IssuedCard, NetworkAnswer, NetworkCommand } from './fuel-network.ts';
import { requireAll, type Records } from './read-records.ts';

export type CardCommand = Exclude<NetworkCommand, { kind: 'issue' }>;
export type IssueCommand = Extract<NetworkCommand, { kind: 'issue' }>;

/** What a network is asked in its own words. Its calls throw NetworkRefusal and NetworkUnavailable. */
export interface NetworkDriver {
  /** Commands that this network has no deed for, with the Russian sentence that says so. */
  cannot: Partial<Record<NetworkCommand['kind'], string>>;
  /** What the command is about to change, as JSON. */
  read(command: CardCommand): Promise<unknown>;
  write(command: CardCommand, before: unknown): Promise<void>;
  /** Has the command taken effect since? `unclear` is for a person to find out. */
  look(entry: JournalEntry & { command: CardCommand }): Promise<'done' | 'not-done' | 'unclear'>;
  orderCards(command: IssueCommand): Promise<void>;
  listCards(): Promise<Records<IssuedCard>>;
}

/** The network has said no, in Russian words for the user; nothing was changed. */
export class NetworkRefusal extends Error {
  override readonly name = 'NetworkRefusal';

  constructor(words: string) {
    super(keepableText(words));
  }
}

/**
 * A write that was cut off may still be under way: only after this long is "not to be seen" taken for "not done". What is
 * set and not added (limits, goods) may be written again at once.
 */
const QUIET_SECONDS: Partial<Record<NetworkCommand['kind'], number>> = {
  'move-to-card': 600,
  'move-from-card': 600,
  block: 60,
  unblock: 60,
  issue: 600,
};

/**
 * Gives a network that knows no request ids the promise of `FuelNetwork`: a command takes effect once, however often it
 * is sent. What the network says is written down before it is changed; a write whose answer was lost is looked for in
 * the network's own state first, and repeated only where it is certain that it was not done.
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
    // A network may take a block and apply it later: the card itself has to show it.
    const isBlock = command.kind === 'block' || command.kind === 'unblock';
    if (isBlock && (await look({ ...entry, answer: null })) !== 'done') return { state: 'accepted' };
    return journal.finish(command.requestId, { state: 'done' });
  }

  async function order(command: IssueCommand): Promise<NetworkAnswer> {
    // A card that is missing here and legible later would pass for one of the order's.
    const before = requireAll(await driver.listCards()).map((card) => card.number);
    const begun = await journal.begin({ command, before, begunAt: clock.now() });
    // Never repeated: an order can't be seen until its cards are there, and they cost money.
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

  /** Of money on a card that is gone from its network nobody can tell; anything else is refused when written again. */
  async function look(entry: JournalEntry & { command: CardCommand }) {
    try {
      return await driver.look(entry);
    } catch (error) {
      if (!(error instanceof NetworkRefusal)) throw error;
      return 'sumKopecks' in entry.command ? 'unclear' : 'not-done';
    }
  }

  /** Blank cards are alike: the oldest order gets the first that appear, once there are enough for it. */
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
