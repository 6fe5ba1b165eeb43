const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that XML 1.0 can't represent at all. */
// oxlint-disable-next-line no-control-regex
const ILLEGAL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(ILLEGAL_CHARACTERS, '')
    .replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign);
}

/** An element that holds text, escaped. */
export function xmlLeaf(name: string, text: string | number | boolean): string {
  return `<${name}>${xmlText(String(text))}</${name}>`;
}

/** An element that holds others, which are XML already; its attributes stand behind the name. */
export function xmlNode(name: string, content: readonly (string | null)[]): string {
  return `<${name}>${content.filter((value) => value !== null).join('')}</${name.split(' ')[0]}>`;
}
