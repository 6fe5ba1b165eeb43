import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import { queueForEdm } from '../edm/queue-for-edm.ts';
import { markReplaced } from './documents.ts';
import { insertDocument, type NewDocument } from './new-document-store.ts';
import { lastDayOfObjections } from './objections/objections.ts';

interface OwnDocument extends Pick<NewDocument, 'companyId' | 'month' | 'title' | 'file' | 'userId' | 'now'> {
  /** A network of the programme, under which the row is stored. */
  partnerId: number | undefined;
  /** The document that it replaces, and the reason. */
  replaces: { id: number; reason: string } | null;
}

/**
 * Publishes a document that the portal has made and that concerns no single network, and sends it by electronic document
 * exchange where the client is connected. The caller has locked the client. Returns its id.
 */
export async function publishOwnDocument(ctx: Context, tx: Db, input: OwnDocument): Promise<number> {
  const { partnerId, replaces, companyId, now } = input;
  if (partnerId === undefined) throw notFound('Сетей нет');
  const documentId = await insertDocument(tx, {
    ...input,
    partnerId,
    allNetworks: true,
    objectUntil: lastDayOfObjections(ctx.programme.today(), now),
    sum: null,
    vat: null,
    ...(replaces && { corrects: { ...replaces, kind: null } }),
  });
  if (replaces) await markReplaced(tx, { documentId: replaces.id, now });
  await queueForEdm(tx, { companyId, documentId, now });
  return documentId;
}
