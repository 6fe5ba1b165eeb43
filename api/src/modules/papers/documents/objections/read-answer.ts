import { MAX_ANSWER_BYTES } from '#contract/papers/objections.ts';
import { Refusal, crowded, fieldRefusal, notFound } from '../../../../errors.ts';
import { readAnswerXml, type Answer } from '../xml/answer-xml.ts';
import type { Context } from '../../../../context.ts';
import { type CompanyScope, mintCompanyScope } from '../../../../db/company-scope.ts';
import type { UploadedFile } from '../../../../http/body.ts';
import { callInWorker, CallAbandoned, WorkerLimitExceeded } from '../../../../lib/turns/call-in-worker.ts';
import { moscowDay } from '../../../../lib/money-format.ts';
import { checkStateXml } from '../../state-forms/check-state-xml.ts';
import { getStateForm } from '../../state-forms/state-form.ts';
import { findDocument } from '../documents.ts';
import { findXmlToMake } from '../xml/document-xml-store.ts';
import { recordEvent } from '../../../../audit/record-event.ts';
import { insertStoredFile } from '../../../../gateways/file-storage/insert-stored-file.ts';
import type { HandleDisagreement } from '../../edm/follow-edm-document.ts';
import { markObjected } from '../document-store.ts';
import type { DocumentRecord } from '../document.ts';

type ParsedAnswer = { ok: true; answer: Answer } | { ok: false; problem: string };

/** Reads a buyer's file in a worker: what it refuses with is cloned as a sentence. */
export function parseAnswer(bytes: Uint8Array): ParsedAnswer {
  try {
    return { ok: true, answer: readAnswerXml(Buffer.from(bytes)) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, problem: error.message };
    throw error;
  }
}

const TIME_LIMIT_MS = 10_000;
const MEMORY_LIMIT_MB = 256;
const MAX_WAITING = 40;
const RETRY_SECONDS = 60;

/**
 * Reads a buyer's file about a document. Refuses: 404 another company's document; on `file` a file that is missing, is
 * not in its form, or answers another act.
 */
export async function readAnswer(
  ctx: Context,
  scope: CompanyScope,
  input: { documentId: number; file: UploadedFile | null },
): Promise<Answer & { document: DocumentRecord; file: UploadedFile }> {
  const { documentId, file } = input;
  const document = await ctx.db.inCompany(scope, (tx) => findDocument(tx, scope, documentId));
  if (!document || document.withdrawn) throw notFound('Документ не найден');
  if (!file) throw fieldRefusal('file', 'Выберите файл XML');
  if (file.bytes.length > MAX_ANSWER_BYTES)
    throw fieldRefusal('file', 'Файл больше 1 МБ: это не ответ на документ');
  return { ...(await readAnswerTo(ctx, document, file.bytes)), document, file };
}

/** Reads an answer from bytes of any origin. */
async function readAnswerTo(
  ctx: Context,
  { id, kind }: Pick<DocumentRecord, 'id' | 'kind'>,
  bytes: Buffer,
): Promise<Answer> {
  const answer = await readInWorker(bytes);
  if (answer.form === 'complaint' || answer.form === 'buyers-title') return answer;
  if (kind !== 'reconciliation')
    throw fieldRefusal('file', 'Этот файл отвечает на акт сверки, а документ другой');
  const form = getStateForm('reconciliationAnswer', moscowDay(ctx.clock.now()));
  const [problem] = await checkStateXml(ctx.config, form, bytes);
  if (problem !== undefined)
    throw fieldRefusal('file', `Файл не проходит проверку по форме КНД 1110333: ${problem.slice(0, 200)}`);
  const act = await findXmlToMake(ctx.db.system, id);
  if (act?.file && answer.answers !== null && `${answer.answers}.xml` !== act.file.name)
    throw fieldRefusal('file', 'Этот файл отвечает на другой акт сверки');
  return answer;
}

/** A parser of XML may be busy for long with a file of a megabyte, and others would not be answered meanwhile. */
async function readInWorker(bytes: Buffer): Promise<Answer> {
  const parsed = await callInWorker<ParsedAnswer>({
    module: new URL('./read-answer.ts', import.meta.url),
    name: 'parseAnswer',
    argument: async () => bytes,
    timeLimitMs: TIME_LIMIT_MS,
    memoryLimitMb: MEMORY_LIMIT_MB,
    maxWaiting: MAX_WAITING,
  }).catch((error: unknown) => {
    if (error instanceof CallAbandoned)
      throw crowded('Сейчас читается слишком много файлов. Попробуйте через минуту', RETRY_SECONDS);
    if (error instanceof WorkerLimitExceeded)
      throw fieldRefusal('file', 'Файл XML слишком сложен: выгрузите его ещё раз');
    throw error;
  });
  if (!parsed.ok) throw fieldRefusal('file', parsed.problem);
  return parsed.answer;
}

const WITHOUT_REASON =
  'Документ подписан в ЭДО с разногласиями. Что не сходится, клиент указал в ответе у оператора.';

/**
 * Makes an objection of a document that a buyer has signed with disagreements at the operator, with the rows of the buyer's
 * title where it can be read. An earlier confirmation or objection stays as it is.
 */
export const handleDisagreement: HandleDisagreement = async (ctx, { documentId, companyId, bytes }) => {
  const scope = mintCompanyScope(companyId);
  const document = await ctx.db.inCompany(scope, (tx) => findDocument(tx, scope, documentId));
  if (!document || document.receivedAt || document.objection) return;
  const answer = bytes && (await readOrNone(ctx, document, bytes));
  const comment = answer?.comment || WITHOUT_REASON;
  const now = ctx.clock.now();
  const stored = bytes && answer && { sha256: await ctx.files.put(bytes), sizeBytes: bytes.length };
  await ctx.db.inSystem(async (tx) => {
    const fileId =
      stored &&
      (await insertStoredFile(tx, {
        companyId,
        ...stored,
        name: `Ответ на документ ${documentId}.xml`,
        mime: 'application/xml',
        userId: null,
        now,
      }));
    const ids = [documentId];
    const input = fileId && answer ? { rows: answer.rows, fileId } : null;
    await markObjected(tx, { ids, userId: null, comment, operationIds: [], answer: input, now });
    await recordEvent(tx, {
      at: now,
      what: 'document-objected',
      companyId,
      details: { documentId, comment, provider: ctx.edmOperator.provider },
    });
  });
};

/** A title that can't be read is still a disagreement. */
async function readOrNone(ctx: Context, document: DocumentRecord, bytes: Buffer): Promise<Answer | null> {
  try {
    return await readAnswerTo(ctx, document, bytes);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ctx.log.warn({ err: error, documentId: document.id }, 'a buyer’s title can’t be read');
    return null;
  }
}
