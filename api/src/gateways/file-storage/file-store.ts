/**
 * Files by the hash of their content: the same bytes are one file, and a changed file is detected. Nothing is ever
 * removed.
 */
export interface FileStore {
  /** Stores the bytes; returns their SHA-256 in hex. */
  put(bytes: Uint8Array): Promise<string>;
  /**
   * Returns the bytes of a file. Throws `FileGone` when there is no such file, and `FileChanged` when its bytes do not
   * match its name. Any other error has no meaning for the file itself.
   */
  read(sha256: string): Promise<Buffer>;
}

export class FileGone extends Error {
  override readonly name = 'FileGone';
}

export class FileChanged extends Error {
  override readonly name = 'FileChanged';

  constructor(sha256: string) {
    super(`stored file ${sha256} has been changed`);
  }
}

/** The store cannot be reached or refuses us; its own words are in `cause`. */
export class FileStoreUnavailable extends Error {
  override readonly name = 'FileStoreUnavailable';
}

/** `ab/ab…`: where a file is, in a folder and in a bucket alike. */
export function getFilePath(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('not a file name');
  return `${sha256.slice(0, 2)}/${sha256}`;
}
