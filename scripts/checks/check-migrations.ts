import {
  OUTSIDE_TRANSACTION_MARK,
  isOutsideTransaction,
  readConcurrentIndex,
} from '../../api/src/db/index-migration.ts';
import { faultsOfAlter, unlessContracted, type Before } from './check-alter-table.ts';
import { LARGE, findLargeTableAt, getLargeTable, isWord, formatTokens } from './large-tables.ts';
import { splitStatements, type Statement, type Token } from '../../api/src/db/sql-statements.ts';

/** Older files ran when every table was small, and are never edited. */
const FIRST_CHECKED = 300;

/** The most rows that one statement of a migration may change in a large table. */
const BATCH = 10_000;

/**
 * Returns the faults of this migration for a running portal, each with what to write instead
 * (docs/operations/upgrade.md). It reads tokens, not grammar: where it cannot decide, it refuses.
 */
export function findMigrationFaults(name: string, text: string): string[] {
  if (Number.parseInt(name, 10) < FIRST_CHECKED) return [];
  let statements: Statement[];
  try {
    statements = splitStatements(text);
  } catch (error) {
    return [`It can't be read: ${(error as Error).message}`];
  }
  if (isOutsideTransaction(text)) return faultsOutside(name, text);
  const before: Before = { text, locked: new Set(), made: new Set() };
  return statements.flatMap((statement) => findStatementFaults(statement, before));
}

function faultsOutside(name: string, text: string): string[] {
  try {
    readConcurrentIndex(name, text);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

function findStatementFaults(statement: Statement, before: Before): string[] {
  const { tokens } = statement;
  const sqlText = formatTokens(tokens);
  const [first = '', second = ''] = sqlText.split(' ');
  if (/^(begin|start transaction|commit|end|rollback|savepoint|abort)\b/.test(sqlText))
    return ['The transaction is migrate.ts’s own: leave begin and commit out.'];
  if (/^set (local |session )?(lock_timeout|statement_timeout)\b/.test(sqlText))
    return ['How long a lock is waited for is decided in migrate.ts: leave the time-out out.'];
  if (first === 'do') return faultsOfBlock(tokens);
  const made = /^create table (\w+) \(/.exec(sqlText)?.[1];
  if (made) before.made.add(made);
  if (/^create (unique )?index\b/.test(sqlText)) return faultsOfIndex(tokens, sqlText, before);
  if (first === 'alter' && second === 'table') return faultsOfAlter(tokens, before);
  if (/^drop (table|view|materialized)\b/.test(sqlText)) return unlessContracted(before, sqlText);
  if (/^alter (view|type|function|index|sequence)\b.* rename\b/.test(sqlText))
    return unlessContracted(before, sqlText);
  if (/^(vacuum|cluster|lock|truncate|reindex|merge)\b/.test(sqlText))
    return faultsOfWholeTable(tokens, sqlText);
  // A body that is only stored changes nothing yet.
  if (/^create (or replace )?(function|procedure|trigger|policy|rule)\b/.test(sqlText)) return [];
  return faultsOfRows(tokens);
}

function faultsOfBlock(tokens: readonly Token[]): string[] {
  const inside = tokens.filter((token) => token.kind === 'body').map((token) => token.text);
  // A string in it may be a statement that is put together.
  const named = [
    ...new Set(
      inside
        .join(' ')
        .toLowerCase()
        .match(/[a-z_]+/g),
    ),
  ].filter((table) => LARGE.has(table));
  return named.map(
    (table) =>
      `A DO block hides what it does to ${table}: write plain statements, or fill rows by a job in batches.`,
  );
}

function faultsOfIndex(tokens: readonly Token[], sqlText: string, { made }: Before): string[] {
  const table = findLargeTableAt(
    tokens,
    tokens.findIndex((token) => isWord(token, 'on')),
  );
  if (/^create (unique )?index concurrently\b/.test(sqlText))
    return [
      `An index is built concurrently outside a transaction: make "${OUTSIDE_TRANSACTION_MARK}" the first line of a file with this one statement.`,
    ];
  // A table that this file creates is empty.
  return table && !made.has(table)
    ? [
        `This index keeps everybody from writing ${table} while it is built: use "create index concurrently" in a file of its own whose first line is "${OUTSIDE_TRANSACTION_MARK}".`,
      ]
    : [];
}

function faultsOfWholeTable(tokens: readonly Token[], sqlText: string): string[] {
  const table = tokens.map((token) => getLargeTable(token)).find(Boolean);
  const [keyword = ''] = sqlText.split(' ');
  if (!table && !(keyword === 'vacuum' || keyword === 'cluster')) return [];
  return [
    `"${keyword.toUpperCase()}" locks ${table ?? 'every table'} or rewrites it whole: leave it out; rows are changed by a job in batches, and space is given back by autovacuum.`,
  ];
}

function faultsOfRows(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token, place) => {
    const isUpdate = isWord(token, 'update') && !/^(for|key|do|grant|,)$/.test(tokens[place - 1]?.text ?? '');
    const isDelete = isWord(token, 'delete') && isWord(tokens[place + 1], 'from');
    if (!isUpdate && !isDelete) return [];
    const table = findLargeTableAt(tokens, isDelete ? place + 1 : place);
    if (!table || isBounded(tokens.slice(place))) return [];
    return [
      `This may change every row of ${table} in one transaction: change them by a job in batches, or name them ("where id = 5", or "where id in (select … limit ${BATCH})").`,
    ];
  });
}

/** One row by its id, or no more than a batch. */
function isBounded(tokens: readonly Token[]): boolean {
  const sqlText = formatTokens(tokens);
  if (/ where (\w+ \. )?id = \d+$/.test(sqlText)) return true;
  const max =
    / where (?:\w+ \. )?\w+ in \( select .* limit (\d+) (?:for (?:no key )?update (?:skip locked )?)?\)$/.exec(
      sqlText,
    )?.[1];
  return max !== undefined && Number(max) <= BATCH;
}
