import { sql } from 'kysely';
import { ALL_NETWORKS_TITLE } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import { fileName } from '../../../lib/file-name.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { listPartners } from '../../programme/partners/partners.ts';
import { queueForEdm } from '../edm/queue-for-edm.ts';
import type { ClosingDocumentKind } from './closing/month-closing.ts';
import { insertXml, type XmlFile } from './xml/document-xml-store.ts';
import { markReplaced } from './documents.ts';
import { insertDocument, type NewDocument } from './new-document-store.ts';
import { lastDayOfObjections } from './objections/objections.ts';

/**
 * Locks the client that a document is published for, so that publications run one after the other; false when there is
 * no such company in the programme.
 */
export async function lockClientForPublishing(tx: Db, companyId: number): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      select id from company where id = ${companyId} and client_since is not null for no key update`,
  );
  return row !== null;
}

/** Stores a PDF under the title of its document. */
export async function storePdf(ctx: Context, bytes: Buffer, title: string): Promise<NewDocument['file']> {
  return {
    sha256: await ctx.files.put(bytes),
    name: `${fileName(title)}.pdf`,
    mime: 'application/pdf',
    sizeBytes: bytes.length,
  };
}

interface OwnDocument extends Pick<NewDocument, 'companyId' | 'month' | 'title' | 'file' | 'userId' | 'now'> {
  /** The document that it replaces, or that it only amends and that stays in force, and the reason. */
  replaces: { id: number; reason: string; staysInForce?: boolean } | null;
  /** Kind, sums and file of a document of the State's form. */
  made?: { kind: ClosingDocumentKind; sum: Kopecks; vat: Kopecks; xml: OwnXml | null };
}

/** A file in the State's form, stored. */
export interface OwnXml extends XmlFile {
  sizeBytes: number;
}

/**
 * Publishes a document that the portal has made and that concerns no single network, and sends it by electronic document
 * exchange where the client is connected. The caller has locked the client. Returns its id.
 */
export async function publishOwnDocument(ctx: Context, tx: Db, input: OwnDocument): Promise<number> {
  const { replaces, made, companyId, now } = input;
  // The document concerns no network; its row is stored under the first one.
  const [partner] = await listPartners(tx);
  if (!partner) throw notFound('Сетей нет');
  const documentId = await insertDocument(tx, {
    ...input,
    partnerId: partner.id,
    allNetworks: true,
    objectUntil: lastDayOfObjections(ctx.programme.today(), now),
    sum: made?.sum ?? null,
    vat: made?.vat ?? null,
    madeKind: made?.kind ?? null,
    ...(replaces && { corrects: { id: replaces.id, reason: replaces.reason, kind: null } }),
  });
  if (replaces && !replaces.staysInForce) await markReplaced(tx, { documentId: replaces.id, now });
  if (made?.xml) await insertXml(tx, { documentId, companyId, now, file: made.xml });
  await queueForEdm(tx, { companyId, documentId, now });
  return documentId;
}

/** Notifies the client of a document of all networks that waits for a confirmation. */
export function notifyOfOwnDocument(
  tx: Db,
  { companyId, month, title, now }: Pick<OwnDocument, 'companyId' | 'month' | 'title' | 'now'>,
  documentId: number,
): Promise<void> {
  return notify(tx, {
    kind: 'month-documents',
    companyId,
    facts: { month, title, documentId, partner: ALL_NETWORKS_TITLE, totalKopecks: null },
    about: `document:${documentId}`,
    now,
  });
}
