/**
 * Normalizes a name for comparison: no capitals, no dots on the ё, and any dash a hyphen (phones and office programs
 * change it).
 */
export function plainName(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .trim();
}
