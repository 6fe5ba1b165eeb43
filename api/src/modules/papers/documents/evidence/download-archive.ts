import { Readable } from 'node:stream';
import { ALL_NETWORKS, ALL_NETWORKS_TITLE } from '#contract/ids.ts';
import { MAX_ARCHIVE_DOCUMENTS } from '#contract/papers/document-archive.ts';
import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { badRequest, fieldRefusal, notFound, Refusal } from '../../../../errors.ts';
import type { FileAnswer } from '../../../../http/call.ts';
import { LARGE_DOCUMENT_LINES } from '#contract/papers/documents.ts';
import { fileName } from '../../../../lib/file-name.ts';
import { type ZippedFile, zipFiles } from '../../../../lib/zip-files.ts';
import { findArchived } from '../document-store.ts';
import { downloadDocument } from '../download-document.ts';
import type { XmlFile } from '../xml/document-xml-store.ts';
import { makeDocumentPdf } from '../pdf/make-document-pdf.ts';
import { makeDocumentXml } from '../xml/make-document-xml.ts';
import { formatForMonth } from '../closing/format-month.ts';
import type { DocumentRecord } from '../document.ts';

export interface ArchiveRequest {
  month?: string | undefined;
  /** `ALL_NETWORKS`: what concerns all of them. Undefined means every document of the month. */
  partnerId?: number | undefined;
  ids?: readonly number[] | undefined;
}

/**
 * Sends documents as one ZIP, each as in its own download. They are read and sent one after the other, so that a large
 * archive is never wholly in memory. Documents that have a form of the State are included as XML too. PDFs are
 * compressed already and are stored as they are. Refuses: 400 no document is named, or too many; 404 no such
 * documents, or a named one is not the company's.
 */
export async function downloadArchive(
  ctx: Context,
  scope: CompanyScope,
  args: ArchiveRequest,
): Promise<FileAnswer> {
  if (!args.month && !args.ids) throw fieldRefusal('month', 'Укажите месяц или документы');
  const documents = await ctx.db.inCompany(scope, (tx) => findArchived(tx, scope, args));
  if (documents.length === 0 || documents.length < (args.ids?.length ?? 0))
    throw notFound('Документ не найден');
  if (documents.length > MAX_ARCHIVE_DOCUMENTS)
    throw badRequest(`В одном архиве не больше ${MAX_ARCHIVE_DOCUMENTS} документов: выберите сеть`);
  // PDFs that take minutes are requested before the archive begins, and refuse it with their own message.
  for (const { id, file, lines } of documents)
    if (!file && lines > LARGE_DOCUMENT_LINES) await makeDocumentPdf(ctx, id);
  return {
    file: Readable.from(zipFiles(listArchivedFiles(ctx, scope, documents))),
    name: archiveName(documents, args),
    mime: 'application/zip',
  };
}

/** Lists a company's documents of a month that are not withdrawn. 404 where there are none. */
export async function requireDocumentsOfMonth(
  ctx: Context,
  scope: CompanyScope,
  month: string,
): Promise<DocumentRecord[]> {
  const documents = await ctx.db.inCompany(scope, (tx) => findArchived(tx, scope, { month }));
  if (documents.length === 0) throw notFound('За этот месяц документов нет');
  return documents;
}

/** A document, or its XML, in the folder of its network. */
interface ArchivedFile extends ZippedFile {
  file: Uint8Array;
}

/** Reads documents one after the other, each as in its own download, with its XML where it has a form of the State. */
export async function* listArchivedFiles(
  ctx: Context,
  scope: CompanyScope,
  documents: readonly DocumentRecord[],
): AsyncGenerator<ArchivedFile> {
  const names = new Set<string>();
  for (const document of documents) {
    const { file } = await downloadDocument(ctx, scope, document.id);
    if (!Buffer.isBuffer(file)) throw new Error(`document ${document.id} is no paper`);
    const at = document.publishedAt;
    yield { name: entryName(document, names), at, file, isPacked: true };
    const xml = document.isInStateForm ? await findXml(ctx, document.id) : null;
    if (!xml) continue;
    const name = `${fileName(document.partnerTitle)}/${xml.name}`;
    yield { name, at, file: await ctx.files.read(xml.sha256), isPacked: false };
  }
}

/** Returns null if the check refuses the XML. Staff know the reason, and the PDF is in the archive all the same. */
async function findXml(ctx: Context, documentId: number): Promise<XmlFile | null> {
  try {
    return await makeDocumentXml(ctx, documentId);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** «Газпромнефть/УПД № 202610-1-2 за октябрь 2026 года.pdf»; a second one of the same name has a number. */
function entryName({ partnerTitle, title }: DocumentRecord, taken: Set<string>): string {
  const base = `${fileName(partnerTitle)}/${fileName(title)}`;
  let name = `${base}.pdf`;
  for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${base} (${copy}).pdf`;
  taken.add(name.toLowerCase());
  return name;
}

function archiveName(documents: readonly DocumentRecord[], { month, partnerId }: ArchiveRequest): string {
  const network = documents[0]?.partnerTitle ?? '';
  const where =
    partnerId === undefined ? '' : `, ${partnerId === ALL_NETWORKS ? ALL_NETWORKS_TITLE : network}`;
  return `${fileName(`Документы${month ? ` ${formatForMonth(month)}` : ''}${where}`)}.zip`;
}
