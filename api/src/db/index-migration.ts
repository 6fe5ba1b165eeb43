import { splitStatements } from './sql-statements.ts';

/** The first line of a migration that runs outside a transaction. */
export const OUTSIDE_TRANSACTION_MARK = '-- outside a transaction';

export function isOutsideTransaction(text: string): boolean {
  return text.split('\n', 1)[0]?.trim() === OUTSIDE_TRANSACTION_MARK;
}

export interface ConcurrentIndex {
  operation: 'create' | 'drop';
  /** Name of the index, as SQL would write it. */
  index: string;
}

/**
 * Returns what such a migration does: it builds or drops one index concurrently with writes. Throws when it does
 * anything else.
 */
export function readConcurrentIndex(name: string, text: string): ConcurrentIndex {
  const [statement, ...more] = splitStatements(text);
  const tokens = statement?.tokens ?? [];
  const sqlText = tokens.map((token) => token.text).join(' ');
  const shape = /^(create|drop) (?:unique )?index concurrently (?:if (?:not )?exists )?/.exec(sqlText);
  const index = tokens[shape?.[0].trim().split(' ').length ?? 0];
  if (!shape || !index || index.text === 'on' || more.length > 0) {
    throw new Error(
      `${name}: outside a transaction a file holds one statement, "create [unique] index concurrently NAME on …" or "drop index concurrently NAME": put the rest into files of their own.`,
    );
  }
  return {
    operation: shape[1] as ConcurrentIndex['operation'],
    index: index.kind === 'quoted' ? pgQuoted(index.text) : index.text,
  };
}

function pgQuoted(name: string): string {
  return `"${name}"`;
}
