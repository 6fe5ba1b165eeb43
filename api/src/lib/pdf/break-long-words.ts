import type { Content } from 'pdfmake/interfaces.js';

/** Longer than nearly any word of the language, and narrow enough for the columns of our documents. */
const LONGEST_WORD = 30;
const TOO_LONG = new RegExp(`(\\S{${LONGEST_WORD + 1},})`);

/** Nodes that our documents consist of. pdfmake's own type lists every node that it knows. */
type Node = string | Node[] | Branch;
interface Branch {
  text?: Node;
  stack?: Node[];
  columns?: Node[];
  table?: { body: Node[][] };
}

/**
 * Lets longer words (a name typed without spaces, a network's own text) break at any letter. Unbroken, such a word
 * makes its column wider than the page and takes the other rows over the edge with it.
 */
export function breakLongWords(content: Content): Content {
  return breakNode(content as Node) as Content;
}

function breakNode(node: Node): Node {
  if (typeof node === 'string') return TOO_LONG.test(node) ? { text: splitText(node) } : node;
  if (Array.isArray(node)) return node.map(breakNode);
  const { text, stack, columns, table } = node;
  return {
    ...node,
    ...(text !== undefined && { text: breakText(text) }),
    ...(stack && { stack: stack.map(breakNode) }),
    ...(columns && { columns: columns.map(breakNode) }),
    ...(table && { table: { ...table, body: table.body.map((row) => row.map(breakNode)) } }),
  };
}

function breakText(text: Node): Node {
  if (typeof text === 'string') return TOO_LONG.test(text) ? splitText(text) : text;
  return Array.isArray(text) ? text.flatMap(breakPiece) : text;
}

/** pdfmake drops the style of a piece that has pieces of its own, so that each part carries it. */
function breakPiece(piece: Node): Node[] {
  if (typeof piece === 'string') return TOO_LONG.test(piece) ? splitText(piece) : [piece];
  if (Array.isArray(piece) || typeof piece.text !== 'string') return [breakNode(piece)];
  if (!TOO_LONG.test(piece.text)) return [piece];
  return splitText(piece.text).map((part) => ({
    ...piece,
    ...(typeof part === 'string' ? { text: part } : part),
  }));
}

function splitText(text: string): (string | Branch)[] {
  return text
    .split(TOO_LONG)
    .filter((part) => part !== '')
    .map((part) => (TOO_LONG.test(part) ? { text: part, wordBreak: 'break-all' } : part));
}
