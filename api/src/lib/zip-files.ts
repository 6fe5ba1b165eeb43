import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A file of an archive, with its path in it. */
export interface ZippedFile {
  name: string;
  at: Date;
  file: Uint8Array | AsyncIterable<Uint8Array | string>;
  /** Compressed already, so it is stored as it is. */
  isPacked: boolean;
}

/** Writes a ZIP file after file, part by part: neither the archive nor a streamed file is ever wholly in memory. */
export async function* zipFiles(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    ready.push(part);
  });
  for await (const { name, at, file, isPacked } of files) {
    const entry = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name);
    entry.mtime = at;
    zip.add(entry);
    for await (const part of file instanceof Uint8Array ? [file] : file) {
      entry.push(typeof part === 'string' ? Buffer.from(part) : part);
      yield* ready.splice(0);
    }
    entry.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}
