const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Characters that XML 1.0 can't represent at all. */
// oxlint-disable-next-line no-control-regex
const ILLEGAL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(ILLEGAL_CHARACTERS, '')
    .replace(/[&<>]/g, (sign) => ESCAPED[sign] ?? sign);
}

/**
 * A document as a tree: `@name` is an attribute, `#` the text, a list repeats its element. What is undefined is left out.
 */
export interface XmlTree {
  [name: string]: string | XmlTree | readonly (string | XmlTree)[] | undefined;
}

/** The lines of the elements that a tree names, each level indented by two spaces. */
export function xmlLines(tree: XmlTree, indent = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    const nodes = Array.isArray(value) ? value : [value];
    return nodes.flatMap((node: XmlTree[string]) => elementLines(name, node, indent));
  });
}

function elementLines(name: string, node: XmlTree[string], indent: string): string[] {
  if (node === undefined) return [];
  const parts = typeof node === 'string' ? { '#': node } : (node as XmlTree);
  const { '#': text, ...rest } = parts;
  const isAttribute = (key: string): boolean => key.startsWith('@');
  const attributes = Object.entries(rest).map(([key, value]) =>
    isAttribute(key) && typeof value === 'string'
      ? ` ${key.slice(1)}="${xmlText(value).replaceAll('"', '&quot;')}"`
      : '',
  );
  const children = Object.fromEntries(Object.entries(rest).filter(([key]) => !isAttribute(key)));
  const start = `${indent}<${name}${attributes.join('')}`;
  if (typeof text === 'string' && text !== '') return [`${start}>${xmlText(text)}</${name}>`];
  const lines = xmlLines(children, `${indent}  `);
  return lines.length === 0 ? [`${start}/>`] : [`${start}>`, ...lines, `${indent}</${name}>`];
}

/** An element that holds text, escaped. */
export function xmlLeaf(name: string, text: string | number | boolean): string {
  return `<${name}>${xmlText(String(text))}</${name}>`;
}

/** An element that holds others, which are XML already; its attributes stand behind the name. */
export function xmlNode(name: string, content: readonly (string | null)[]): string {
  return `<${name}>${content.filter((value) => value !== null).join('')}</${name.split(' ')[0]}>`;
}
