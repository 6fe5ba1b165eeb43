import type { Fault, FaultKind } from './fault-plan.ts';

export interface FaultReport {
  fault: Fault;
  whom: string;
  /** The longest time without an acknowledged write, from just before it to the last machine's return. */
  outageSeconds: number;
  /** Time until everything was whole again. */
  healedSeconds: number;
  errors: string[];
}

/** Limits of downtime: for a planned change, and for the death of a machine. */
const PLANNED: ReadonlySet<FaultKind> = new Set([
  'switchover',
  'stop leader',
  'restart portals',
  'update portals',
]);
const PLANNED_SECONDS = 2;
const UNPLANNED_SECONDS = 10;

/** Outage: the longest pause between two acknowledgements, of which the first may be the last one before the fault. */
export function findLongestPause(acknowledged: readonly number[], from: number, to: number): number {
  const before = acknowledged.findLast((at) => at <= from) ?? from;
  const inside = acknowledged.filter((at) => at > from && at <= to);
  const marks = [before, ...inside, ...(inside.length === 0 ? [to] : [])];
  const pauses = marks.slice(1).map((at, index) => at - (marks[index] as number));
  return Math.max(0, ...pauses);
}

/** Returns the aims that were missed. A busy machine may miss aims of time. */
export function findMissedAims(met: readonly FaultReport[]): string[] {
  return met.flatMap(({ fault, whom, outageSeconds, errors }) => {
    const isPlanned = PLANNED.has(fault.kind);
    const max = isPlanned ? PLANNED_SECONDS : UNPLANNED_SECONDS;
    const late =
      outageSeconds > max ? [`${fault.kind} (${whom}): ${outageSeconds.toFixed(1)} s, at most ${max}`] : [];
    const seen = isPlanned && errors.length > 0 ? [`${fault.kind} (${whom}): a client saw ${errors[0]}`] : [];
    return [...late, ...seen];
  });
}

export function faultTable(met: readonly FaultReport[]): string {
  const kinds = [...new Set(met.map(({ fault }) => fault.kind))].sort();
  const lines = kinds.map((kind) => {
    const of = met.filter(({ fault }) => fault.kind === kind);
    const outages = of.map((item) => item.outageSeconds).sort((a, b) => a - b);
    return [
      kind,
      String(of.length),
      seconds(outages[Math.floor(outages.length / 2)]),
      seconds(outages.at(-1)),
      String(of.reduce((sum, item) => sum + item.errors.length, 0)),
    ];
  });
  const all = [['fault', 'count', 'outage median', 'max', 'errors seen'], ...lines];
  const widths = (all[0] as string[]).map((_, column) =>
    Math.max(...all.map((line) => (line[column] as string).length)),
  );
  const padded = ([name = '', ...figures]: string[]): string =>
    [
      name.padEnd(widths[0] as number),
      ...figures.map((figure, at) => figure.padStart(widths[at + 1] as number)),
    ].join('  ');
  return all.map(padded).join('\n');
}

function seconds(value: number | undefined): string {
  return `${(value ?? 0).toFixed(1)} s`;
}
