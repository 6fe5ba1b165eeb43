import { Buffer } from 'node:buffer';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { TableProblem, UNREADABLE_TABLE } from './tables/table-limits.ts';
import { readXml, type XmlReader } from './tables/workbook-xml.ts';

/** A workbook has some dozens of parts, one with many pictures some hundreds. */
const MAX_ENTRIES = 1000;
/** Unpacked bytes of all parts that are read. Two thousand rows of fifty columns are five megabytes. */
const MAX_UNPACKED_BYTES = 24 * 1024 * 1024;
const TOO_LARGE_INSIDE = 'Файл слишком велик внутри: сохраните список в новый файл или как CSV';

/** The parts of a workbook by name, each read as a stream that stops at the limits. */
export interface WorkbookParts {
  has(name: string): boolean;
  /** Reads a part until its end, or until the reader has enough. Throws TableProblem. */
  read(name: string, reader: XmlReader): Promise<void>;
}

/** Reads the directory of the archive and nothing else. Throws TableProblem. */
export async function openWorkbook(bytes: Uint8Array): Promise<WorkbookParts> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    lazyEntries: true,
  }).catch(refuse);
  if (zip.entryCount > MAX_ENTRIES) throw new TableProblem(TOO_LARGE_INSIDE);
  const entries = await listEntries(zip).catch(refuse);
  let unpacked = 0;
  return {
    has: (name) => entries.has(name),
    async read(name, reader) {
      const entry = entries.get(name);
      if (!entry) throw new TableProblem(UNREADABLE_TABLE);
      const stream = await zip.openReadStreamPromise(entry).catch(refuse);
      await readXml(measured(stream), reader).catch(refuse);
    },
  };

  /** Leaving the loop early ends the unpacking too. */
  async function* measured(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      unpacked += chunk.length;
      if (unpacked > MAX_UNPACKED_BYTES) throw new TableProblem(TOO_LARGE_INSIDE);
      yield chunk;
    }
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return entries;
}

function refuse(error: unknown): never {
  throw error instanceof TableProblem ? error : new TableProblem(UNREADABLE_TABLE);
}
