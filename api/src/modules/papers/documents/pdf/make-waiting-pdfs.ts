import { performance } from 'node:perf_hooks';
import type { Context } from '../../../../context.ts';
import { Refusal } from '../../../../errors.ts';
import { memoizePerOwner } from '../../../../lib/turns/memoize-per-owner.ts';
import { findUnmade, isClosing } from './document-pdf-store.ts';
import { findUnmadeXml } from '../xml/document-xml-store.ts';
import { makeAnyPdf } from './make-document-pdf.ts';
import { makeDocumentXml } from '../xml/make-document-xml.ts';

/** A turn lasts at most this long, plus the time of one more document. */
const TURN_MS = 30_000;
/** A user opens a document they published soon or never. The closing of the next month goes first. */
const REST_SECONDS = 600;

/** Documents that could not be made in this process. A user who opens one sees the reason. */
const getFailed = memoizePerOwner((_ctx: Context) => new Set<number>());

/**
 * Makes the documents of closed months that no user has requested yet, then their files in the State's forms, one after
 * the other, while no month is being closed. Their thread has a low priority. Two processes may make the same document.
 * The first to finish stores it.
 */
export async function makeWaitingPdfs(ctx: Context): Promise<void> {
  const began = performance.now();
  const failed = getFailed(ctx);
  const before = new Date(ctx.clock.now().getTime() - REST_SECONDS * 1000);
  while (performance.now() - began < TURN_MS) {
    if (await isClosing(ctx.db.system)) return;
    const request = { before, except: [...failed] };
    const pdfDocumentId = await findUnmade(ctx.db.system, request);
    const documentId = pdfDocumentId ?? (await findUnmadeXml(ctx.db.system, request));
    if (documentId === null) return;
    try {
      await (pdfDocumentId === null ? makeDocumentXml(ctx, documentId) : makeAnyPdf(ctx, documentId));
    } catch (error) {
      // A refused document is stored, and staff see it under «Разбор».
      if (pdfDocumentId === null && error instanceof Refusal) continue;
      failed.add(documentId);
      ctx.log.error({ err: error, documentId }, 'a paper can’t be made');
    }
  }
}
