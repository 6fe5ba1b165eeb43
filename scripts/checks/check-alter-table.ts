import type { Token } from '../../api/src/db/sql-statements.ts';
import { isWord, LARGE, formatTokens } from './large-tables.ts';

export interface Before {
  /** The whole file, for its comments. */
  text: string;
  /** Large tables that an earlier statement of the same transaction leaves locked. */
  locked: Set<string>;
  /** Tables that an earlier statement of the file has made. */
  made: Set<string>;
}

/** Returns the faults of an `alter table` for concurrent users of the table. */
export function faultsOfAlter(tokens: readonly Token[], before: Before): string[] {
  const { start, table, name } = readAlteredTable(tokens);
  return splitActions(tokens.slice(start)).flatMap((action) => {
    const sqlText = formatTokens(action);
    if (/^rename\b/.test(sqlText) || /^drop (column )?(?!constraint\b|expression\b|default\b)/.test(sqlText))
      return unlessContracted(before, `alter table ${name} ${sqlText}`);
    if (!table) return [];
    const wasLocked = before.locked.has(table);
    const validates = /^validate constraint\b/.test(sqlText);
    if (!validates) before.locked.add(table);
    const fault = faultOfAction(action, { table, wasLocked, before });
    return fault ? [fault] : [];
  });
}

function faultOfAction(
  action: readonly Token[],
  { table, wasLocked, before }: { table: string; wasLocked: boolean; before: Before },
): string | null {
  const sqlText = formatTokens(action);
  if (/^validate constraint\b/.test(sqlText))
    return wasLocked
      ? `The rows of ${table} are checked while an earlier statement keeps it locked: validate in a later file.`
      : null;
  if (/^alter (column )?\S+ (set data )?type\b/.test(sqlText))
    return `Another type rewrites ${table} under a lock: add a column, write both, fill it in batches, then drop the old one.`;
  if (/^alter (column )?\S+ set not null\b/.test(sqlText) && !isValidated(before.text, table))
    return `Every row of ${table} is read under a lock: add "check (… is not null) not valid", validate it in a later file, and set not null below "-- validated: ${table} <constraint>".`;
  if (/^alter (column )?\S+ (set expression|add generated)\b/.test(sqlText)) return rewrites(table);
  if (/^set (access method|tablespace|logged|unlogged)\b/.test(sqlText)) return rewrites(table);
  if (/^cluster on\b/.test(sqlText)) return null;
  if (!sqlText.startsWith('add ')) return null;
  const isConstraint = /^add (constraint|check|foreign|unique|primary|exclude|not)\b/.test(sqlText);
  return isConstraint ? faultOfConstraint(sqlText, table) : faultOfColumn(action, table);
}

function faultOfConstraint(sqlText: string, table: string): string | null {
  if (/\bexclude\b/.test(sqlText)) return `Its index is built while ${table} is locked: find another way.`;
  if (/\b(unique|primary key)\b/.test(sqlText))
    return / using index /.test(`${sqlText} `)
      ? null
      : `Its index is built while ${table} is locked: build it concurrently in an earlier file, then "add constraint … using index".`;
  return sqlText.endsWith(' not valid')
    ? null
    : `Every row of ${table} is checked under a lock: end it with "not valid", and validate it in a later file.`;
}

function faultOfColumn(action: readonly Token[], table: string): string | null {
  const sqlText = formatTokens(action);
  if (/\bgenerated\b|\b(small|big)?serial\b/.test(sqlText)) return rewrites(table);
  if (/\b(check|references|unique|primary key)\b/.test(sqlText))
    return `A constraint of a new column is checked under a lock of ${table}: add the column alone, and its constraint as "not valid", or its index concurrently, in later files.`;
  const given = findDefault(action);
  if (/\bnot null\b/.test(sqlText) && given === null)
    return `A new column of ${table} without a default can't be "not null": the rows that are there have no value.`;
  if (given === null || isConstant(given)) return null;
  return `A default that is worked out for each row rewrites ${table}: add the column without it, set the default apart, and fill the rows in batches.`;
}

function findDefault(action: readonly Token[]): Token[] | null {
  const start = action.findIndex((token) => isWord(token, 'default'));
  if (start < 0) return null;
  const rest = action.slice(start + 1);
  const end = rest.findIndex(
    (token, place) =>
      isWord(token, 'constraint') || (isWord(token, 'not') && isWord(rest[place + 1], 'null')),
  );
  return end < 0 ? rest : rest.slice(0, end);
}

/** The same value for every row: a literal with or without its type, or the moment of the statement. */
function isConstant(tokens: readonly Token[]): boolean {
  const sqlText = formatTokens(tokens)
    .replace(/\bnow \( \)/g, 'current_timestamp')
    .replace(/ :: \w+( \( \d+( , \d+)? \))?( \[ \])?/g, '');
  return /^((- )?[\d._]+|((interval|date|timestamptz) )?'…'|true|false|null|current_timestamp|current_date)$/.test(
    sqlText,
  );
}

function isValidated(text: string, table: string): boolean {
  return new RegExp(`^-- validated: ${table} \\w+`, 'm').test(text);
}

function rewrites(table: string): string {
  return `This rewrites ${table} under a lock: add a plain column and fill it in batches.`;
}

/** Columns and tables that an older program still reads may only be removed when no such program runs. */
export function unlessContracted({ text }: Before, sqlText: string): string[] {
  if (/^-- contract: \S/m.test(text)) return [];
  return [
    `An older program beside this one may still use what "${sqlText.slice(0, 60)}" takes away: do it one version later, and say in a line "-- contract: …" since when nothing uses it.`,
  ];
}

function readAlteredTable(tokens: readonly Token[]): { start: number; table: string | null; name: string } {
  let start = 2;
  while (['if', 'exists', 'only'].includes(tokens[start]?.text ?? '')) start += 1;
  if (tokens[start + 1]?.text === '.') start += 2;
  const name = tokens[start]?.text ?? '';
  start += tokens[start + 1]?.text === '*' ? 2 : 1;
  return { start, table: LARGE.has(name) ? name : null, name };
}

/** Parted by the commas that stand in no bracket. */
function splitActions(tokens: readonly Token[]): Token[][] {
  const actions: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'symbol' && token.text === '(') depth += 1;
    if (token.kind === 'symbol' && token.text === ')') depth -= 1;
    if (token.kind === 'symbol' && token.text === ',' && depth === 0) actions.push([]);
    else actions.at(-1)?.push(token);
  }
  return actions;
}
