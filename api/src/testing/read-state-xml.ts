/** The values of an attribute, everywhere in a document. */
export function readAttributes(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
}
