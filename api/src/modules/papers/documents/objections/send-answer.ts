import type { Context } from '../../../../context.ts';
import { fieldRefusal } from '../../../../errors.ts';
import type { UploadedFile } from '../../../../http/body.ts';
import { objectToDocument } from './object-to-document.ts';
import type { DocumentDecision } from '../closing/decide-documents.ts';
import { readAnswer } from './read-answer.ts';

export interface AnswerInput extends Omit<DocumentDecision, 'choice'> {
  documentId: number;
  file: UploadedFile | null;
}

/**
 * Objects to a document by a file in the State's form. The objection has the file's text and rows, and the file is
 * stored. Refuses as `readAnswer` and `objectToDocument`, and on `file` one that agrees with the document.
 */
export async function sendAnswer(ctx: Context, input: AnswerInput): Promise<Date> {
  const { scope, documentId } = input;
  const { document, file, rows, comment, disagrees } = await readAnswer(ctx, scope, input);
  if (!disagrees)
    throw fieldRefusal('file', 'В файле нет разногласий. Чтобы согласиться с документом, подтвердите его');
  const { partnerId, month } = document;
  const stored = { sha256: await ctx.files.put(file.bytes), name: file.name, sizeBytes: file.bytes.length };
  return objectToDocument(ctx, {
    ...input,
    choice: { partnerId, month, documentId },
    comment,
    operationIds: [],
    answer: { rows, file: stored },
  });
}
