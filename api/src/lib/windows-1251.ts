/** Maps a letter to its byte. */
const BYTES = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder('windows-1251').decode(Uint8Array.of(byte)),
    byte,
  ]),
);
const UNKNOWN = 0x3f;

/** Encodes a text in windows-1251. Unsupported letters become question marks. */
export function windows1251(text: string): Buffer {
  return Buffer.from(Array.from(text, (letter) => BYTES.get(letter) ?? UNKNOWN));
}
