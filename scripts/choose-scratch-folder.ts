import fs from 'node:fs';
import os from 'node:os';

const MEMORY = '/dev/shm';
/** The kind of file system that keeps its files in memory alone (`TMPFS_MAGIC` of Linux). */
const TMPFS = 0x01021994;
/** The databases of a whole run, their logs, and room to spare. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * Returns the folder for data that a test run throws away. It is in memory where the machine has the room: a database
 * is 1 700 files, which a disk copies four times as long. Otherwise it is the system's folder for temporary files.
 */
export function chooseScratchFolder(): string {
  const usual = os.tmpdir();
  const free = Math.min(os.freemem(), process.availableMemory());
  return !isInMemory(usual) && free >= NEEDED_BYTES && isInMemory(MEMORY) ? MEMORY : usual;
}

/** False as well where the folder has too little room, as in a container with the usual 64 MB. */
function isInMemory(folder: string): boolean {
  try {
    const { type, bavail, bsize } = fs.statfsSync(folder);
    return type === TMPFS && bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}
