/** One token of SQL. Words are in lower case; quoted tokens have the text between their quotes. */
export interface Token {
  kind: 'word' | 'quoted' | 'string' | 'body' | 'number' | 'symbol';
  text: string;
}

/** One statement: its tokens and the comments that stand before or in it. */
export interface Statement {
  tokens: Token[];
  comments: string[];
}

/**
 * Patterns of a token that starts where the last one ended; the first match counts. Block comments nest, so code reads
 * them.
 */
const SHAPES: readonly [kind: Token['kind'] | 'space' | 'comment', shape: RegExp][] = [
  ['space', /\s+/y],
  ['comment', /--[^\n]*/y],
  ['string', /e'((?:[^'\\]|\\[\s\S]|'')*)'/iy],
  ['string', /(?:[bxn]|u&)?'((?:[^']|'')*)'/iy],
  ['quoted', /(?:u&)?"((?:[^"]|"")*)"/iy],
  ['body', /\$((?:[\p{L}_][\p{L}\p{N}_]*)?)\$([\s\S]*?)\$\1\$/uy],
  ['word', /[\p{L}_][\p{L}\p{N}_$]*/uy],
  ['number', /\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?|\$\d+/iy],
  ['symbol', /::|[<>=!~@#%^&|?+*/-]+|[\s\S]/y],
];

/**
 * Splits a text into statements as PostgreSQL does: a semicolon in a comment, a string, a quoted body or between `begin
 * atomic` and its `end` parts nothing. Throws where a quote or a comment is left open.
 */
export function splitStatements(text: string): Statement[] {
  const statements: Statement[] = [];
  let current: Statement = { tokens: [], comments: [] };
  let open = 0;
  for (const { kind, text: input } of readTokens(text)) {
    if (kind === 'comment') {
      current.comments.push(input);
      continue;
    }
    if (kind === 'symbol' && input === ';' && open === 0) {
      if (current.tokens.length > 0) statements.push(current);
      current = { tokens: [], comments: [] };
      continue;
    }
    if (kind === 'word') open = openAfter(open, input, current.tokens.at(-1)?.text);
    current.tokens.push({ kind, text: input });
  }
  if (current.tokens.length > 0) statements.push(current);
  return statements;
}

/**
 * Returns how many blocks are open after this word. Only `begin atomic` opens the first block; a `case` inside has an
 * `end` of its own.
 */
function openAfter(open: number, word: string, before: string | undefined): number {
  if (word === 'atomic' && before === 'begin') return open + 1;
  if (open === 0) return 0;
  if (word === 'case') return open + 1;
  return word === 'end' ? open - 1 : open;
}

function* readTokens(text: string): Generator<{ kind: Token['kind'] | 'comment'; text: string }> {
  for (let at = 0; at < text.length;) {
    if (text.startsWith('/*', at)) {
      const end = endOfBlockComment(text, at);
      yield { kind: 'comment', text: text.slice(at + 2, end - 2) };
      at = end;
      continue;
    }
    const { kind, text: input, end } = tokenAt(text, at);
    at = end;
    if (kind !== 'space') yield { kind, text: input };
  }
}

function tokenAt(text: string, at: number) {
  for (const [kind, shape] of SHAPES) {
    shape.lastIndex = at;
    const found = shape.exec(text);
    if (!found) continue;
    // A symbol ends where a comment begins.
    const whole = kind === 'symbol' ? found[0].replace(/(?<=.)(?:--|\/\*).*/s, '') : found[0];
    if (whole === "'" || whole === '"') throw new Error(`a quote is left open: ${text.slice(at, at + 40)}`);
    return { kind, text: getTokenText(kind, found, whole), end: at + whole.length };
  }
  throw new Error('unreachable: the last shape matches every character');
}

function getTokenText(kind: string, found: RegExpExecArray, whole: string): string {
  if (kind === 'word') return whole.toLowerCase();
  if (kind === 'comment') return whole.slice(2);
  if (kind === 'body') return found[2] ?? '';
  return found[1] ?? whole;
}

function endOfBlockComment(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text.startsWith('/*', at)) depth += 1;
    else if (text.startsWith('*/', at)) depth -= 1;
    else continue;
    at += 1;
    if (depth === 0) return at + 1;
  }
  throw new Error(`a comment is left open: ${text.slice(start, start + 40)}`);
}
