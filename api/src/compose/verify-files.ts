import { sql } from 'kysely';
import { rows, type Database, type Db } from '../db/database.ts';
import { FileChanged, FileGone, type FileStore } from '../gateways/file-storage/file-store.ts';

export interface FilesReport {
  files: number;
  /** A sentence for each file that is missing or changed. Empty means that all is well. */
  problems: string[];
  /** Files of the store that no row names; null where the store can't be listed. */
  unnamed: string[] | null;
}

/**
 * Reads every file that the database names, one after the other, and compares it with its name. `present`: the contents
 * of the store. Files that no row names do no harm: their action was refused after they were stored, or is newer than a
 * restored moment. Changes nothing.
 */
export async function verifyFiles(about: {
  db: Database;
  files: FileStore;
  present: readonly string[] | null;
}): Promise<FilesReport> {
  const named = await about.db.inSystem(readNamedFiles);
  const problems: string[] = [];
  for (const { sha256, where } of named) {
    const fault = await about.files.read(sha256).then(
      () => null,
      (error: unknown) => {
        if (error instanceof FileGone) return 'is missing';
        if (error instanceof FileChanged) return 'has been changed';
        throw error;
      },
    );
    if (fault) problems.push(`file ${sha256} of ${where} ${fault}`);
  }
  const known = new Set(named.map((item) => item.sha256));
  const unnamed = about.present?.filter((name) => !known.has(name)) ?? null;
  return { files: named.length, problems, unnamed };
}

/** Every column that holds the name of a stored file; the test compares them with the schema. */
async function readNamedFiles(tx: Db): Promise<{ sha256: string; where: string }[]> {
  await sql`set local statement_timeout = '15min'`.execute(tx);
  return rows(
    tx,
    sql<{ sha256: string; where: string }>`
      select sha256, min(place) as "where" from (
        select sha256, 'stored_file ' || id as place from stored_file
        union all
        select file_sha256, 'bank_statement ' || id from bank_statement
        union all
        select file_sha256, 'network_invoice ' || id from network_invoice
      ) named group by sha256 order by sha256`,
  );
}
