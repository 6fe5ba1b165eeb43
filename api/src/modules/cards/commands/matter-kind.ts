import type { z } from 'zod';
import type { unsettled, UnsettledDeed } from '#contract/unsettled.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { Matter, Matters } from './matter.ts';
import type { StaffWord } from './staff-word.ts';

type OnWire = z.input<typeof unsettled>;
export type MatterDetail = OnWire['details'][number];
export type MatterSides = NonNullable<OnWire['compared']>;

/** What staff read of a matter, and what they may do about it. */
export interface MatterWords {
  /** What the network was asked for, or has told. */
  asked: string;
  problem?: string;
  details?: MatterDetail[];
  /** Our side and the network's, line by line. */
  compared?: MatterSides;
  deeds: readonly UnsettledDeed[];
}

export type WordedMatter = Matter & MatterWords;

export type ListMatters<One extends Matter> = (db: Db, askedBefore: Date) => Promise<Matters<One>>;

/**
 * One kind of what waits for a person, whole, in a file beside the owner of its rows. The list of the staff
 * (`office/matters`) knows nothing else of it.
 */
export interface MatterKind {
  /** The newest; of what was asked of a network, what was asked before that moment. */
  list: ListMatters<WordedMatter>;
}

/** Tries now what would be tried later anyway. Asking twice changes nothing. */
export interface Askable {
  askAgain(ctx: Context, id: number): Promise<void>;
}

/** A person may say whether the network has carried it out. */
export interface Settleable {
  settle(ctx: Context, id: number, word: StaffWord): Promise<void>;
}

/** Is put right outside of the portal; a person says that he has read it. */
export interface Acknowledgeable {
  findUnread(tx: Db, id: number): Promise<{ waits: boolean; company_id: number | null } | null>;
}
