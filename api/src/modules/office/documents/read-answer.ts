import { ANSWER_MOST_BYTES } from '#contract/objections.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { crowded, fieldRefusal, notFound } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { callInWorker, NotServed, WorkerLimitExceeded } from '../../../lib/call-in-worker.ts';
import { checkStateXml } from '../state-forms/check-state-xml.ts';
import { STATE_FORMS } from '../state-forms/state-form.ts';
import type { Answer } from './answer-xml.ts';
import type { DocumentRecord } from './document.ts';
import { findDocument } from './find-document.ts';
import { findXmlToMake } from './document-xml-store.ts';
import type { ParsedAnswer } from './parse-answer.ts';

const TIME_LIMIT_MS = 10_000;
const MEMORY_LIMIT_MB = 256;
const MAX_WAITING = 40;
const RETRY_SECONDS = 60;

/**
 * What a buyer's file says about a document. Refuses: 404 another company's document; on `file` a file that is none, is not in
 * its form, or answers another act.
 */
export async function readAnswer(
  ctx: Context,
  scope: CompanyScope,
  said: { documentId: number; file: UploadedFile | null },
): Promise<Answer & { document: DocumentRecord; file: UploadedFile }> {
  const { documentId, file } = said;
  const document = await ctx.db.inCompany(scope, (tx) => findDocument(tx, scope, documentId));
  if (!document || document.withdrawn) throw notFound('Документ не найден');
  if (!file) throw fieldRefusal('file', 'Выберите файл XML');
  if (file.bytes.length > ANSWER_MOST_BYTES)
    throw fieldRefusal('file', 'Файл больше 1 МБ: это не ответ на документ');
  return { ...(await readAnswerTo(ctx, document, file.bytes)), document, file };
}

/** The same of bytes that came from anywhere. */
export async function readAnswerTo(
  ctx: Context,
  { id, kind }: Pick<DocumentRecord, 'id' | 'kind'>,
  bytes: Buffer,
): Promise<Answer> {
  const answer = await readInWorker(bytes);
  if (answer.form === 'complaint' || answer.form === 'buyers-title') return answer;
  if (kind !== 'reconciliation')
    throw fieldRefusal('file', 'Этот файл отвечает на акт сверки, а документ другой');
  const [problem] = await checkStateXml(ctx.config, STATE_FORMS.reconciliationAnswer, bytes);
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
    module: new URL('./parse-answer.ts', import.meta.url),
    name: 'parseAnswer',
    argument: async () => bytes,
    signal: new AbortController().signal,
    timeLimitMs: TIME_LIMIT_MS,
    memoryLimitMb: MEMORY_LIMIT_MB,
    maxWaiting: MAX_WAITING,
  }).catch((error: unknown) => {
    if (error instanceof NotServed)
      throw crowded('Сейчас читается слишком много файлов. Попробуйте через минуту', RETRY_SECONDS);
    if (error instanceof WorkerLimitExceeded)
      throw fieldRefusal('file', 'Файл XML слишком сложен: выгрузите его ещё раз');
    throw error;
  });
  if (!parsed.ok) throw fieldRefusal('file', parsed.problem);
  return parsed.answer;
}
