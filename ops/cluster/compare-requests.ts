/** What a client has asked for under one request key, and whether it was told that it is done. */
export interface ClientRequest {
  key: string;
  kind: RequestKind;
  companyId: number;
  sumKopecks: number;
  /** Null: refused, so nothing of it may stand. */
  acknowledged: string | null;
}

export type RequestKind = 'distribute' | 'to card' | 'from card' | 'order';

/** What the database holds of all clients. */
export interface StoredRequests {
  keys: ReadonlySet<string>;
  /** One for each effect: a distribution, an operation, an order. */
  effects: readonly { kind: RequestKind; companyId: number; sumKopecks: number }[];
}

export interface Compared {
  lost: string[];
  doubled: string[];
}

/**
 * Each acknowledged deed stands once. Clients insist until they know, so a company's effects are exactly what its client was
 * told: fewer were lost, more were doubled. Sums tell them apart.
 */
export function compareRequests(
  requests: readonly ClientRequest[],
  { keys, effects }: StoredRequests,
): Compared {
  const done = requests.filter(({ acknowledged }) => acknowledged !== null);
  const lost = done
    .filter(({ key }) => !keys.has(key))
    .map(({ key, kind }) => `${kind} ${key}: its key is unknown`);
  const doubled: string[] = [];
  const [acknowledgedCounts, found] = [countByEffect(done), countByEffect(effects)];
  for (const what of new Set([...acknowledgedCounts.keys(), ...found.keys()])) {
    const [wanted, stands] = [acknowledgedCounts.get(what) ?? 0, found.get(what) ?? 0];
    if (stands < wanted) lost.push(`${what}: ${wanted} acknowledged, ${stands} stand`);
    if (stands > wanted) doubled.push(`${what}: ${wanted} acknowledged, ${stands} stand`);
  }
  return { lost, doubled };
}

function countByEffect(
  all: readonly { kind: string; companyId: number; sumKopecks: number }[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, companyId, sumKopecks } of all) {
    const what = `${kind} of company ${companyId}, ${sumKopecks} kopecks`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return counts;
}
