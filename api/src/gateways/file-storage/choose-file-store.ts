import path from 'node:path';
import type { Clock } from '../../lib/clock.ts';
import type { FileStore } from './file-store.ts';
import { folderFileStore } from './folder-file-store.ts';
import { s3FileStore } from './s3-file-store.ts';

/** Where files lie: what the environment says of an object store. */
export interface S3Config {
  endpoint: string;
  bucket: string;
  region: string;
  keyId: string;
  secret: string;
}

/** An object store where one is configured, else the folder `files` of the data. */
export function chooseFileStore(config: { s3: S3Config | null; dataDir: string }, clock: Clock): FileStore {
  return config.s3
    ? s3FileStore({ ...config.s3, clock })
    : folderFileStore(path.join(config.dataDir, 'files'));
}
