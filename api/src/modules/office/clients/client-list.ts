import type { ClientState, CLIENT_FILTERS } from '#contract/clients.ts';
import type { Sort } from '#contract/fields.ts';
import type { Kopecks } from '#contract/kopecks.ts';

/** A client as the list of the programme's staff has it. */
export interface ListedClient {
  id: number;
  inn: string;
  title: string;
  state: ClientState;
  since: Date;
  unallocated: Kopecks;
  own: Kopecks;
  credit: Kopecks;
  /** Credit in use and fuel that is not paid. */
  debt: Kopecks;
  isLate: boolean;
  movedAt: Date | null;
  cards: number;
}

export interface ClientFilter {
  q?: string;
  /** Only these. */
  ids?: readonly number[];
  state?: (typeof CLIENT_FILTERS)[number];
  /** Without a movement of money since. */
  idleSince?: Date;
  unallocatedFrom?: Kopecks;
  /** Moscow day, `YYYY-MM-DD`, that decides who is late. */
  today: string;
}

export type ClientSort = Sort<'title' | 'since' | 'unallocated' | 'own' | 'credit' | 'debt' | 'moved'>;

export interface ClientTotals {
  count: number;
  unallocated: Kopecks;
  credit: Kopecks;
  debt: Kopecks;
}
