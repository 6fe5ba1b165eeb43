import { sql } from 'kysely';
import { getOnlyRow, type Db } from '../../db/database.ts';

export interface StoredFile {
  companyId: number;
  /** Its address in the file store. */
  sha256: string;
  name: string;
  mime: string;
  sizeBytes: number;
  /** Null means the programme itself. */
  userId: number | null;
  now: Date;
}

/** Records the owner and the name of a file in the store. Returns the record's id. */
export async function insertStoredFile(tx: Db, file: StoredFile): Promise<number> {
  const row = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into stored_file (company_id, sha256, name, mime, size_bytes, created_by, created_at)
      values (${file.companyId}, ${file.sha256}, ${file.name}, ${file.mime}, ${file.sizeBytes}, ${file.userId}, ${file.now})
      returning id`,
  );
  return row.id;
}
