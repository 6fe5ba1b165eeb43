/** Reads and writes of one action: for each register the version, counted from 0, that it found and that it left. */
export interface Transaction {
  name: string;
  reads: { register: string; version: number }[];
  writes: { register: string; version: number }[];
  /** Times of the request and of the answer, both by the observer's counter. */
  started?: number;
  ended?: number;
}

/** `ww`: wrote after it; `wr`: read its write; `rw`: overwrote a value that it had read; `rt`: was answered before the request of the other. */
export type EdgeKind = 'ww' | 'wr' | 'rw' | 'rt';

export interface Edge {
  from: string;
  to: string;
  kind: EdgeKind;
  register: string | null;
}

/**
 * Finds a cycle in the order in which actions must have happened, by what each saw, in the manner of Elle (Kingsbury
 * and Alvaro, 2020). A cycle means that no order explains what was seen. Registers only grow by versions, so their own
 * order is known.
 */
export function findCycle(transactions: readonly Transaction[]): Edge[] | null {
  const edges = new Map<string, Edge[]>();
  for (const edge of findEdges(transactions)) {
    const list = edges.get(edge.from) ?? [];
    list.push(edge);
    edges.set(edge.from, list);
  }
  const done = new Set<string>();
  for (const { name } of transactions) {
    const cycle = walk(name, edges, done, []);
    if (cycle) return cycle;
  }
  return null;
}

/** Depth first; the path is what led here. */
function walk(
  name: string,
  edges: ReadonlyMap<string, Edge[]>,
  done: Set<string>,
  path: Edge[],
): Edge[] | null {
  const start = path.findIndex((edge) => edge.from === name);
  if (start >= 0) return path.slice(start);
  if (done.has(name)) return null;
  for (const edge of edges.get(name) ?? []) {
    const cycle = walk(edge.to, edges, done, [...path, edge]);
    if (cycle) return cycle;
  }
  done.add(name);
  return null;
}

export function findEdges(transactions: readonly Transaction[]): Edge[] {
  const writers = new Map<string, Transaction>();
  for (const transaction of transactions)
    for (const { register, version } of transaction.writes) {
      const other = writers.get(formatVersion(register, version));
      if (other)
        throw new Error(`${other.name} and ${transaction.name} both wrote version ${version} of ${register}`);
      writers.set(formatVersion(register, version), transaction);
    }
  const edges: Edge[] = [];
  const add = (
    from: Transaction | undefined,
    to: Transaction | undefined,
    kind: EdgeKind,
    register: string | null,
  ) => {
    if (from && to && from !== to) edges.push({ from: from.name, to: to.name, kind, register });
  };
  for (const transaction of transactions) {
    for (const { register, version } of transaction.writes)
      add(writers.get(formatVersion(register, version - 1)), transaction, 'ww', register);
    for (const { register, version } of transaction.reads) {
      add(writers.get(formatVersion(register, version)), transaction, 'wr', register);
      add(transaction, writers.get(formatVersion(register, version + 1)), 'rw', register);
    }
    for (const item of transactions)
      if (transaction.ended !== undefined && item.started !== undefined && transaction.ended < item.started)
        add(transaction, item, 'rt', null);
  }
  return edges;
}

function formatVersion(register: string, version: number): string {
  return `${register} ${version}`;
}

export function formatCycle(cycle: readonly Edge[]): string {
  return cycle
    .map(({ from, to, kind, register }) => `${from} -${kind}${register ? ` ${register}` : ''}-> ${to}`)
    .join('; ');
}
