import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hashSha256Hex, newToken } from '../../lib/secrets.ts';
import { FileChanged, FileGone, getFilePath, type FileStore } from './file-store.ts';

export function folderFileStore(folder: string): FileStore {
  return {
    async put(bytes) {
      const sha256 = hashSha256Hex(bytes);
      const target = path.join(folder, getFilePath(sha256));
      if (await exists(target)) return sha256;
      await mkdir(path.dirname(target), { recursive: true });
      // Written elsewhere and then moved, so that a process that dies leaves no half of a file.
      const aside = `${target}.${newToken()}`;
      await writeFile(aside, bytes);
      await rename(aside, target);
      return sha256;
    },
    async read(sha256) {
      const bytes = await readFile(path.join(folder, getFilePath(sha256))).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new FileGone(sha256, { cause: error });
        throw error;
      });
      if (hashSha256Hex(bytes) !== sha256) throw new FileChanged(sha256);
      return bytes;
    },
  };
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
