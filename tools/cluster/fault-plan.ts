import { seededRandom } from '../../api/src/lib/seeded-random.ts';

/** Relative frequency of each fault. */
export const FAULTS = {
  'kill postgres': 3,
  'kill patroni': 2,
  'kill etcd': 2,
  'cut power': 3,
  'freeze postgres': 2,
  'freeze machine': 2,
  'pull cable': 3,
  switchover: 2,
  'stop leader': 3,
  'kill portal': 2,
  'kill haproxy': 1,
  'restart portals': 2,
  'update portals': 2,
} as const;

export type FaultKind = keyof typeof FAULTS;
export type Role = 'leader' | 'synchronous' | 'other';

export interface Fault {
  kind: FaultKind;
  /** Target machine of the database, by its role when the fault occurs. */
  role: Role;
  /** Index of the target portal. */
  portal: number;
  /** How long the target stays away. */
  seconds: number;
  /** How long the cluster is healthy before the fault. */
  calmSeconds: number;
}

export interface FaultAbilities {
  /** Each machine has a network of its own. */
  hasCables: boolean;
  /** Whether there is another version to update to. */
  hasOtherVersion: boolean;
  only?: readonly string[];
}

/** The same seed, the same faults. Throws when `only` leaves none. */
export function planFaults(seed: number, count: number, means: FaultAbilities): Fault[] {
  const kinds = kindsFor(means);
  if (kinds.length === 0) throw new Error(`--only names none of: ${Object.keys(FAULTS).join(', ')}`);
  const random = seededRandom(seed);
  // The leader is what hurts.
  const roles: Role[] = ['leader', 'leader', 'synchronous', 'other'];
  const lots = kinds.flatMap((kind) => Array.from({ length: FAULTS[kind] }, () => kind));
  // Each kind comes once before chance begins, so that short runs have seen them all.
  const first = kinds.map((kind) => ({ kind, place: random.next() })).sort((a, b) => a.place - b.place);
  return Array.from({ length: count }, (_, index) => ({
    kind: first[index]?.kind ?? random.pick(lots),
    role: random.pick(roles),
    portal: random.whole(0, 1),
    seconds: random.whole(3, 12),
    calmSeconds: random.whole(1, 4),
  }));
}

function kindsFor({ hasCables, hasOtherVersion, only }: FaultAbilities): FaultKind[] {
  return (Object.keys(FAULTS) as FaultKind[])
    .filter((kind) => hasCables || kind !== 'pull cable')
    .filter((kind) => hasOtherVersion || kind !== 'update portals')
    .filter((kind) => !only || only.includes(kind));
}
