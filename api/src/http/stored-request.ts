/** A request that was carried out, or has claimed its key. */
export interface StoredRequest {
  call: string;
  bodyHash: Buffer;
  /** Outcome of the request. Null: claimed, but not finished. */
  outcome: unknown;
  answer: Record<string, unknown> | null;
}

export interface StoredRequestRow {
  call: string;
  body_hash: Buffer;
  outcome: unknown;
  answer: Record<string, unknown> | null;
}

export function toStoredRequest(row: StoredRequestRow): StoredRequest {
  return { call: row.call, bodyHash: row.body_hash, outcome: row.outcome, answer: row.answer };
}
