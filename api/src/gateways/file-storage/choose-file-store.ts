import path from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import type { FileStore } from './file-store.ts';
import { folderFileStore } from './folder-file-store.ts';
import { s3FileStore } from './s3-file-store.ts';

/** Settings of the object store from the environment. */
export interface S3Config {
  endpoint: string;
  bucket: string;
  region: string;
  keyId: string;
  secret: string;
}

/** The object store if one is configured, otherwise the folder `files` of the data folder. */
export function chooseFileStore(config: { s3: S3Config | null; dataDir: string }, clock: Clock): FileStore {
  return config.s3
    ? s3FileStore({ ...config.s3, clock })
    : folderFileStore(path.join(config.dataDir, 'files'));
}
