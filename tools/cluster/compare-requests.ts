/** Request of a client under one request key, and whether its success was acknowledged. */
export interface ClientRequest {
  key: string;
  kind: RequestKind;
  companyId: number;
  sumKopecks: number;
  /** Null means that refused, so none of its effects may exist. */
  acknowledged: string | null;
}

export type RequestKind = 'distribute' | 'to card' | 'from card' | 'order';

/** Requests of all clients as stored in the database. */
export interface StoredRequests {
  keys: ReadonlySet<string>;
  /** One entry for each effect: a distribution, an operation, an order. */
  effects: readonly { kind: RequestKind; companyId: number; sumKopecks: number }[];
}

export interface ComparedRequests {
  lost: string[];
  doubled: string[];
}

/**
 * Checks that each acknowledged action exists once. Clients retry until they know the outcome, so a company's effects
 * match exactly what its client was answered: fewer means lost, more means doubled. Actions are identified by their
 * sums.
 */
export function compareRequests(
  requests: readonly ClientRequest[],
  { keys, effects }: StoredRequests,
): ComparedRequests {
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
