import type { FinalAnswer, NetworkCommand } from './fuel-network.ts';

/** A command that was about to be sent, and the state that the network reported just before. */
export interface JournalEntry {
  command: NetworkCommand;
  /** JSON, as the driver read it; the command's outcome is deduced from what has changed since. */
  before: unknown;
  startedAt: Date;
  /** Null while unknown. */
  answer: FinalAnswer | null;
  /** State of a movement's card, as JSON, at a time when its write could not be under way any more; null before. */
  reading: { state: unknown; readAt: Date } | null;
  /** The network turned the write away before it did anything: it may be written again. */
  isUnwritten: boolean;
}

export type NewEntry = Pick<JournalEntry, 'command' | 'before' | 'startedAt'>;

/**
 * Stores the memory that a network without request ids lacks: which commands were started, and how they ended. It
 * survives the process, so that after a lost answer the portal checks for the write's effect instead of repeating it.
 */
export interface CommandJournal {
  find(requestId: string): Promise<JournalEntry | null>;
  /**
   * Returns false when another process has started the command, or other money of the same card is still in transit.
   */
  begin(entry: NewEntry): Promise<boolean>;
  /**
   * Restarts a command that was started at `since` and certainly not done. Returns false when another process has done
   * so, and for a movement of money that is not unwritten.
   */
  beginAgain(entry: NewEntry, since: Date): Promise<boolean>;
  /** Records that the write which was started at `since` has certainly done nothing. */
  markUnwritten(requestId: string, since: Date): Promise<void>;
  /** Stores the first reading of a movement that was started at `since`. */
  keepReading(requestId: string, since: Date, reading: NonNullable<JournalEntry['reading']>): Promise<void>;
  /** Returns whether another movement of this network may have taken effect in this time, on any card. */
  movedByOthers(requestId: string, from: Date, to: Date): Promise<boolean>;
  /** Stores the first answer; returns the one that is stored. */
  finish(requestId: string, answer: FinalAnswer, at: Date): Promise<FinalAnswer>;
  /**
   * Stores an answer that does not come from the network, even for a command that was never started. Returns the stored
   * answer. Returns null and stores nothing when the command was started after `quietSince`.
   */
  conclude(
    command: NetworkCommand,
    answer: FinalAnswer,
    when: { at: Date; quietSince: Date },
  ): Promise<FinalAnswer | null>;
  /** Every order of cards, oldest first. */
  listIssues(): Promise<JournalEntry[]>;
}
