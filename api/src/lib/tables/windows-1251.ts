import iconv from 'iconv-lite';

const UPPER_HALF = Buffer.from(Array.from({ length: 128 }, (_, place) => 128 + place));
/** Characters of the page besides ASCII: Cyrillic letters, «№», quotation marks, dashes. */
const WINDOWS_1251_LETTERS = new Set(iconv.decode(UPPER_HALF, 'win1251').replaceAll('\uFFFD', ''));

/** Encodes a text in windows-1251. Unsupported letters become question marks. */
export function windows1251(text: string): Buffer {
  return encode(text, () => '?');
}

/**
 * Encodes XML for the State in windows-1251; characters outside that code page become `&#…;`, which is valid in text and
 * values of attributes alone. Names of elements never contain such characters.
 */
export function encodeWindows1251(xml: string): Buffer {
  return encode(xml, (letter) => `&#${letter.codePointAt(0)};`);
}

/** A text that is declared to be in windows-1251, as the State's schemas are, or is UTF-8. */
export function fromWindows1251(bytes: Buffer): string {
  const declared = /^[^>]*encoding="windows-1251"/i.test(bytes.subarray(0, 200).toString('latin1'));
  return declared ? iconv.decode(bytes, 'win1251') : bytes.toString('utf8');
}

function encode(text: string, replace: (letter: string) => string): Buffer {
  let encodable = '';
  for (const letter of text)
    encodable += letter < '\u0080' || WINDOWS_1251_LETTERS.has(letter) ? letter : replace(letter);
  return iconv.encode(encodable, 'win1251');
}
