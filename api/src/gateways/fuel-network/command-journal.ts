import type { FinalAnswer, NetworkCommand } from './fuel-network.ts';

/** A command that was about to be written, and what its network said of the matter just before. */
export interface JournalEntry {
  command: NetworkCommand;
  /** JSON, as the driver read it; what became of the command is told by what has changed since. */
  before: unknown;
  begunAt: Date;
  /** Null while nobody knows. */
  answer: FinalAnswer | null;
}

/**
 * What a network without request ids cannot remember for us: which commands were begun, and how they ended. It outlives
 * the process, so that a write whose answer was lost is looked for and not repeated.
 */
export interface CommandJournal {
  find(requestId: string): Promise<JournalEntry | null>;
  /** False where the command was begun by somebody else, or other money of the same card is still on its way. */
  begin(entry: Omit<JournalEntry, 'answer'>): Promise<boolean>;
  /** Begins a command anew that was begun at `since` and proved not done. False where somebody else has done so. */
  beginAgain(entry: Omit<JournalEntry, 'answer'>, since: Date): Promise<boolean>;
  /** The first answer stays; answers what stands now. */
  finish(requestId: string, answer: FinalAnswer): Promise<FinalAnswer>;
  /**
   * Notes an answer that does not come from the network, also of a command that was never begun. Answers what stands now;
   * null, and nothing is noted, where the command was begun after `quietSince`.
   */
  conclude(command: NetworkCommand, answer: FinalAnswer, quietSince: Date): Promise<FinalAnswer | null>;
  /** Every order of cards, oldest first. */
  listIssues(): Promise<JournalEntry[]>;
}
