import { parseAst } from 'vite';

/** One small mistake: `replacement` takes the place of the characters from `start` to `end` of a file. */
export interface Mutant {
  kind: string;
  /** From 1. */
  line: number;
  start: number;
  end: number;
  replacement: string;
  /** The expression or statement that a switch around the mistake takes the place of (`build-switches.ts`). */
  host: { start: number; end: number; isStatement: boolean };
  /** The code runs when its module is loaded, so the mistake needs a process of its own. */
  isStatic: boolean;
}

type Add = (kind: string, start: number, end: number, replacement: string, isStatement?: boolean) => void;

type Node = { type: string; start: number; end: number; [key: string]: unknown };

const OPERATORS: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
};

const CALLS: Record<string, string> = {
  'Math.min': 'Math.max',
  'Math.max': 'Math.min',
  'Math.floor': 'Math.ceil',
  'Math.ceil': 'Math.floor',
};

/** Mistakes in SQL text, each between blanks, so that no name is torn. */
const SQL_MISTAKES: readonly [RegExp, string][] = [
  [/ <= /g, ' < '],
  [/ < /g, ' <= '],
  [/ >= /g, ' > '],
  [/ > /g, ' >= '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/\bis not null\b/g, 'is null'],
  [/\bis null\b/g, 'is not null'],
  [/\bnot exists\b/g, 'exists'],
  [/\bgreatest\(/g, 'least('],
  [/\bleast\(/g, 'greatest('],
  [/ desc\b/g, ''],
  [/ for (?:no key )?update\b/g, ''],
  [/\band (?=[\w.]+ (?:=|<>|in|<|>|<=|>=|is) )/g, 'or '],
];

/** The mistakes that a hurried hand could make in the file, in the order of its text. */
export function findMutants(source: string): Mutant[] {
  const found: Omit<Mutant, 'line'>[] = [];

  const visit = (value: unknown, isStatic: boolean): void => {
    if (Array.isArray(value)) return value.forEach((item) => visit(item, isStatic));
    if (!isNode(value)) return;
    if (value.type.startsWith('TS')) return visit(value.expression, isStatic);
    const add: Add = (kind, start, end, replacement, isStatement = false) => {
      const { start: from, end: to } = kind === 'negated condition' ? (value.test as Node) : value;
      found.push({ kind, start, end, replacement, host: { start: from, end: to, isStatement }, isStatic });
    };
    mutate(value, source, add);
    const isName = (key: string) => key === 'key' && value.computed !== true;
    for (const [key, child] of Object.entries(value))
      if (key !== 'typeAnnotation' && !isName(key)) visit(child, isStatic && !isFunction(value));
  };
  visit(parseAst(source, { lang: 'ts' }), true);
  return found
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .map((mutant) => ({ ...mutant, line: source.slice(0, mutant.start).split('\n').length }));
}

function mutate(node: Node, source: string, add: Add): void {
  const text = (part: unknown) => {
    const { start, end } = part as Node;
    return source.slice(start, end);
  };
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
    const [left, right, operator] = [node.left as Node, node.right as Node, node.operator as string];
    const joinsText = operator === '+' && [left, right].some(isText);
    const other = OPERATORS[operator];
    if (other && !joinsText) {
      const at = source.indexOf(operator, left.end);
      add(`${operator} → ${other}`, at, at + operator.length, other);
    }
  } else if (node.type === 'IfStatement') {
    const { test, consequent, alternate } = node as unknown as {
      test: Node;
      consequent: Node;
      alternate: Node | null;
    };
    add('negated condition', test.start, test.end, `!(${text(test)})`);
    if (!alternate && leaves(consequent)) add('dropped early leave', node.start, node.end, ';', true);
  } else if (node.type === 'ConditionalExpression') {
    const test = node.test as Node;
    add('negated condition', test.start, test.end, `!(${text(test)})`);
  } else if (node.type === 'ExpressionStatement' && isNode(node.expression)) {
    if (node.expression.type === 'AwaitExpression') add('dropped statement', node.start, node.end, ';', true);
  } else if (node.type === 'Literal' && typeof node.value === 'boolean') {
    add('boolean', node.start, node.end, String(!node.value));
  } else if (node.type === 'Literal' && typeof node.value === 'number') {
    add('constant + 1', node.start, node.end, `(${text(node)} + 1)`);
  } else if (node.type === 'CallExpression') {
    const callee = node.callee as Node;
    const other = CALLS[text(callee)];
    if (other) add(`${text(callee)} → ${other}`, callee.start, callee.end, other);
  } else if (node.type === 'TaggedTemplateExpression' && text(node.tag) === 'sql') {
    for (const quasi of (node.quasi as { quasis: Node[] }).quasis) mutateSql(quasi, text(quasi), add);
  }
}

function mutateSql(quasi: Node, text: string, add: Add): void {
  for (const [pattern, other] of SQL_MISTAKES)
    for (const match of text.matchAll(pattern)) {
      const at = quasi.start + match.index;
      add(`sql:${match[0]}→${other}`, at, at + match[0].length, other);
    }
}

function leaves(statement: Node): boolean {
  if (statement.type === 'BlockStatement') {
    const last = (statement.body as Node[]).at(-1);
    return last !== undefined && leaves(last);
  }
  return ['ReturnStatement', 'ThrowStatement', 'ContinueStatement'].includes(statement.type);
}

function isFunction({ type }: Node): boolean {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type);
}

function isText(node: Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
