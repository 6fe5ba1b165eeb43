import iconv from 'iconv-lite';

const BYTES = Buffer.from(Array.from({ length: 128 }, (_, place) => 128 + place));
/** Characters of the page besides ASCII: Cyrillic letters, «№», quotation marks, dashes. */
const IN_PAGE = new Set(iconv.decode(BYTES, 'win1251').replaceAll('\uFFFD', ''));

/**
 * XML as the State takes it: in windows-1251, whatever that lacks as `&#…;`. For text and values of attributes alone: names
 * of elements are in the page anyhow.
 */
export function inWindows1251(xml: string): Buffer {
  let text = '';
  for (const letter of xml) {
    const code = letter.codePointAt(0) as number;
    text += code < 128 || IN_PAGE.has(letter) ? letter : `&#${code};`;
  }
  return iconv.encode(text, 'win1251');
}

/** A text that is declared to be in windows-1251, as the State's schemas are, or is UTF-8. */
export function fromWindows1251(bytes: Buffer): string {
  const declared = /^[^>]*encoding="windows-1251"/i.test(bytes.subarray(0, 200).toString('latin1'));
  return declared ? iconv.decode(bytes, 'win1251') : bytes.toString('utf8');
}
