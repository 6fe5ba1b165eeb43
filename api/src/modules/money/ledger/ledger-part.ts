/** The ledger after its first part, which has no row: what was numbered before the first month that got a part of its own. */
export interface LedgerPart {
  /** Its first day. */
  month: string;
  firstId: number;
  /** Before this moment nothing was numbered in it; null: it was made ahead. */
  beginsAt: Date | null;
  /** From this moment on nothing is numbered before it; null: not yet. */
  turnedAt: Date | null;
  isAnalyzed: boolean;
}

/** The ids of the first part end here; months count from 2000 (`first_id_of_month`). */
export const FIRST_PART_ENDS = 2_400_000_000_000;

/**
 * A month gets a part of its own once the part in use holds so many transfers. Planning a statement takes some 0.1 ms for
 * each part that it can't leave out, and below this size a part has nothing to give for it (decision 60).
 */
export const FULL_PART = 1_000_000;

export interface PartStep {
  deed: 'make' | 'begin' | 'turn' | 'analyze';
  /** Of the part. */
  month: string;
}

/** What the upkeep has to do next, if anything. The part of the next month is made as soon as the one in use is full. */
export function nextStep(
  parts: readonly LedgerPart[],
  { lastId, now, full }: { lastId: number; now: Date; full: number },
): PartStep | null {
  const month = firstDayOf(now);
  const latest = parts.at(-1);
  if (latest && !latest.turnedAt) {
    if (latest.month > month) return null;
    return { deed: latest.beginsAt ? 'turn' : 'begin', month: latest.month };
  }
  if (latest && !latest.isAnalyzed) return { deed: 'analyze', month: latest.month };
  if (lastId - (latest?.firstId ?? 0) < full) return null;
  const next = monthAfter(month);
  return latest && latest.month >= next ? null : { deed: 'make', month: next };
}

/** Moscow has been three hours ahead of UTC since 2014, longer than any ledger of ours. */
const MOSCOW_MS = 3 * 3600 * 1000;

function firstDayOf(moment: Date): string {
  return `${new Date(moment.getTime() + MOSCOW_MS).toISOString().slice(0, 7)}-01`;
}

function monthAfter(firstDay: string): string {
  const day = new Date(firstDay);
  day.setUTCMonth(day.getUTCMonth() + 1);
  return day.toISOString().slice(0, 10);
}

/** Longer than a transaction may last, and than clocks of processes differ. */
const SLACK_MS = 3600 * 1000;

/** Ids of transfers: from the first on, and before the other. */
export interface IdSpan {
  fromId: number;
  beforeId: number;
}

/**
 * Between which ids the transfers lie that were posted from one moment on and before another; there may be others
 * among them. Said as parameters of a statement, they let it leave out whole parts when it is planned.
 */
export function spanOf(parts: readonly LedgerPart[], { from, to }: { from?: Date; to?: Date }): IdSpan {
  const turned = parts.filter((one) => from && one.turnedAt && +one.turnedAt + SLACK_MS <= +from);
  const later = parts.find((one) => to && (one.beginsAt === null || +one.beginsAt - SLACK_MS >= +to));
  return { fromId: turned.at(-1)?.firstId ?? 0, beforeId: later?.firstId ?? Number.MAX_SAFE_INTEGER };
}
