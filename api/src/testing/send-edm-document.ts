import type { Context } from '../context.ts';
import { makeEdmFile } from '../modules/office/documents/make-edm-file.ts';
import { takeDisagreement } from '../modules/office/documents/read-answer.ts';
import { followEdmDocument as follow } from '../modules/office/edm/follow-edm-document.ts';
import { sendEdmDocument as send } from '../modules/office/edm/send-edm-document.ts';

/** As the queue's job does: the files are made where nobody has wanted them before. */
export function sendEdmDocument(ctx: Context, documentId: number): Promise<void> {
  return send(ctx, documentId, makeEdmFile);
}

/** As the queue's job does: what was signed with disagreements becomes an objection. */
export function followEdmDocument(ctx: Context, documentId: number): Promise<void> {
  return follow(ctx, documentId, takeDisagreement);
}
