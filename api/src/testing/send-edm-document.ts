import type { Context } from '../context.ts';
import { makeEdmFile } from '../modules/papers/documents/xml/make-edm-file.ts';
import { handleDisagreement } from '../modules/papers/documents/objections/read-answer.ts';
import { followEdmDocument as follow } from '../modules/papers/edm/follow-edm-document.ts';
import { sendEdmDocument as send } from '../modules/papers/edm/send-edm-document.ts';

/** Sends as the queue's job does. Files that were not needed before are made now. */
export function sendEdmDocument(ctx: Context, documentId: number): Promise<void> {
  return send(ctx, documentId, makeEdmFile);
}

/** Follows a document as the queue's job does. A document signed with disagreements becomes an objection. */
export function followEdmDocument(ctx: Context, documentId: number): Promise<void> {
  return follow(ctx, documentId, handleDisagreement);
}
