import { isUtf8 } from 'node:buffer';

const SAMPLE_BYTES = 4096;

/**
 * Bytes of a text file → text without its byte order mark: UTF-8, UTF-16 with or without a mark, and the Russian code
 * pages of Windows and DOS. Never throws.
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(findEncoding(bytes)).decode(bytes);
}

function findEncoding(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const utf16 = findUtf16(sample);
  if (utf16) return utf16;
  if (isUtf8(bytes)) return 'utf-8';
  return isDosPage(sample) ? 'ibm866' : 'windows-1251';
}

/** Every other byte of UTF-16 is 0 for Latin letters and 4 for Cyrillic ones. Other texts have no zero bytes. */
function findUtf16(sample: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le';
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be';
  if (!sample.includes(0)) return null;
  const high = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0 || byte === 4) high[at % 2]! += 1;
  const [even = 0, odd = 0] = high;
  const max = (sample.length / 2) * 0.9;
  if (odd >= max) return 'utf-16le';
  return even >= max ? 'utf-16be' : null;
}

/**
 * In the DOS code page capital letters have the codes of rare Windows characters. Windows letters have the codes of DOS
 * box-drawing characters.
 */
function isDosPage(sample: Uint8Array): boolean {
  let dos = 0;
  let windows = 0;
  for (const byte of sample) {
    if (byte >= 0x80 && byte <= 0xaf) dos += 1;
    else if (byte >= 0xc0 && (byte < 0xe0 || byte >= 0xf2)) windows += 1;
  }
  return dos > windows;
}
