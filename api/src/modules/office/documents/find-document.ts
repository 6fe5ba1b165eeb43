import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import type { DocumentRecord } from './document.ts';
import { select } from './document-store.ts';

export async function findDocument(
  db: Db,
  scope: CompanyScope,
  documentId: number,
): Promise<DocumentRecord | null> {
  return (await select(db, scope, sql`document.id = ${documentId}`))[0] ?? null;
}
