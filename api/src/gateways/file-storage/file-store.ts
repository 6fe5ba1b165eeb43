/** Files by the hash of their content: the same bytes are one file, and a changed file is found out. Nothing is ever removed. */
export interface FileStore {
  /** Answers the SHA-256 of the bytes, in hex. */
  put(bytes: Uint8Array): Promise<string>;
  /** Throws `FileGone`, or an error that says that the file is no longer what its name says. */
  read(sha256: string): Promise<Buffer>;
}

export class FileGone extends Error {
  override readonly name = 'FileGone';
}

/** `ab/ab…`: where a file lies, in a folder and in a bucket alike. */
export function placeOf(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('not a file name');
  return `${sha256.slice(0, 2)}/${sha256}`;
}
