import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import type { Db } from '../../../../db/database.ts';
import { fieldRefusal, notFound } from '../../../../errors.ts';
import { formatMoment } from '../../../../lib/money-format.ts';
import { recordEvent } from '../../../../audit/record-event.ts';
import { checkCode, spendCode } from '../../../messaging/sms-codes/check-code.ts';
import { readCodeEvidence, type CodeEvidence } from '../../../messaging/sms-codes/read-code-evidence.ts';
import { acceptedSubject } from '#contract/papers/documents.ts';
import {
  findDocuments,
  lockDocuments,
  type DocumentChoice,
  type ListedDocuments,
} from '../document-store.ts';

import type { EvidenceAct, EvidenceOperation, EvidenceRecord } from '../evidence/evidence.ts';
import { makeDocumentPdf } from '../pdf/make-document-pdf.ts';
import { appendEvidence, findSigningTerms, type SigningTerms } from '../evidence/evidence-store.ts';
import type { CallOrigin } from '../../../../http/call.ts';
import type { DisputedOperation, DocumentRecord } from '../document.ts';

export const PUBLISHED_LATER =
  'Документ опубликован после отправки кода: посмотрите его и запросите новый код';

/** A person's decision about documents, with the code that confirms who it is. */
export interface DocumentDecision<Choice = DocumentChoice> {
  scope: CompanyScope;
  userId: number;
  signer: EvidenceRecord['signer'];
  from: CallOrigin;
  choice: Choice;
  sms: string;
}

/** One of the two decisions about a document: confirm or object. */
export interface Verdict<Outcome> {
  purpose: 'document' | 'objection';
  event: 'document-accepted' | 'document-objected';
  act: EvidenceAct;
  /** Comment of an objection. */
  comment?: string;
  /** Operations that an objection is about. */
  operations?: readonly DisputedOperation[];
  /** Throws when these documents can no longer be decided about; the code stays good. */
  assertOpen?(documents: readonly DocumentRecord[]): void;
  /** The documents that are still open to this decision. */
  choose(documents: readonly DocumentRecord[]): readonly DocumentRecord[];
  write(tx: Db, ids: readonly number[], now: Date): Promise<void>;
  /** `late` were published after the code was sent, and are left as they are. */
  outcome(documents: readonly DocumentRecord[], late: readonly DocumentRecord[], now: Date): Outcome;
}

/**
 * Confirms documents or objects to them. The code is checked, then one transaction spends it, writes the decision and
 * stores the evidence: who decided, from where, when, and about which bytes. Documents published after the code was
 * sent are left out, because the user had not seen them. Refuses: 404 no such documents, `sms` a code that does not
 * confirm this, or only documents published later.
 */
export async function decideDocuments<Outcome>(
  ctx: Context,
  input: DocumentDecision<DocumentChoice | ListedDocuments>,
  verdict: Verdict<Outcome>,
): Promise<Outcome> {
  const { scope, userId, choice } = input;
  const seen = await ctx.db.inCompany(scope, (tx) => findDocuments(tx, scope, choice));
  if (seen.length === 0) throw notFound('Документ не найден');
  verdict.assertOpen?.(seen);
  const codeId = await checkCode(ctx, {
    userId,
    code: input.sms,
    purpose: verdict.purpose,
    subjects: listSubjects(choice),
    sumKopecks: null,
    exact: 'ids' in choice,
  });
  await makeMissingPapers(ctx, seen);
  const code = await readCodeEvidence(ctx.db.system, codeId);
  const under = await findSigningTerms(ctx.db.system, scope.companyId);
  const now = ctx.clock.now();
  return ctx.db.inCompany(scope, async (tx) => {
    const locked = await lockDocuments(tx, scope, choice);
    const documents = locked.filter((document) => document.publishedAt <= code.sentAt);
    if (documents.length === 0) throw fieldRefusal('sms', PUBLISHED_LATER);
    verdict.assertOpen?.(documents);
    await spendCode(tx, codeId, now);
    return writeVerdict(tx, input, verdict, { locked, code, under, now });
  });
}

/**
 * Does the same for listed documents of several companies of one person, by one code that names them all, in one transaction.
 * The caller has checked the rights in each company; `enter` makes the audit log name the role there. Returns the outcome of
 * each. Refuses: `sms` a code that does not confirm exactly these documents.
 */
export async function decideForCompanies<Outcome>(
  ctx: Context,
  inputs: readonly DocumentDecision<ListedDocuments>[],
  args: { userId: number; sms: string; enter: (companyId: number) => void },
  verdict: Verdict<Outcome>,
): Promise<Map<number, Outcome>> {
  const { userId, sms, enter } = args;
  // Two such decisions lock the companies in the same order.
  const ordered = inputs.toSorted((left, right) => left.scope.companyId - right.scope.companyId);
  const codeId = await checkCode(ctx, {
    userId,
    code: sms,
    purpose: verdict.purpose,
    subjects: [acceptedSubject(inputs.flatMap(({ choice }) => choice.ids))],
    sumKopecks: null,
    exact: true,
  });
  const unders = new Map<number, SigningTerms>();
  for (const { scope, choice } of ordered) {
    const seen = await ctx.db.inCompany(scope, (tx) => findDocuments(tx, scope, choice));
    await makeMissingPapers(ctx, seen);
    unders.set(scope.companyId, await findSigningTerms(ctx.db.system, scope.companyId));
  }
  const code = await readCodeEvidence(ctx.db.system, codeId);
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    const locked: DocumentRecord[][] = [];
    for (const { scope, choice } of ordered) locked.push(await lockDocuments(tx, scope, choice));
    await spendCode(tx, codeId, now);
    const outcomes = new Map<number, Outcome>();
    for (const [index, input] of ordered.entries()) {
      const { companyId } = input.scope;
      const under = unders.get(companyId);
      if (!under) throw new Error(`company ${companyId} was decided for without its terms`);
      enter(companyId);
      const found = { locked: locked[index] ?? [], code, under, now };
      outcomes.set(companyId, await writeVerdict(tx, input, verdict, found));
    }
    return outcomes;
  });
}

/** A decision is about bytes, so PDFs that do not exist yet are made before the code is used. */
async function makeMissingPapers(ctx: Context, documents: readonly DocumentRecord[]): Promise<void> {
  for (const { id, file } of documents) if (!file) await makeDocumentPdf(ctx, id);
}

interface LockedDocuments {
  locked: readonly DocumentRecord[];
  code: CodeEvidence;
  under: SigningTerms;
  now: Date;
}

/** Writes the decision about the locked documents that are open to it, its evidence and its lines of the audit log. */
async function writeVerdict<Outcome>(
  tx: Db,
  input: Omit<DocumentDecision<unknown>, 'sms'>,
  verdict: Verdict<Outcome>,
  { locked, code, under, now }: LockedDocuments,
): Promise<Outcome> {
  const documents = locked.filter((document) => document.publishedAt <= code.sentAt);
  const late = locked.filter((document) => document.publishedAt > code.sentAt);
  const open = verdict.choose(documents);
  await verdict.write(
    tx,
    open.map((document) => document.id),
    now,
  );
  const acts = open.map((document) => toEvidence(input, verdict, document, { code, under, now }));
  await appendEvidence(tx, input.scope.companyId, acts);
  for (const document of open) await auditVerdict(tx, input, verdict, document, now);
  return verdict.outcome(documents, late, now);
}

/** The subjects under which a code for these documents may have been asked for. */
function listSubjects(choice: DocumentChoice | ListedDocuments): string[] {
  if ('ids' in choice) return [acceptedSubject(choice.ids)];
  const { partnerId, month, documentId } = choice;
  return [month, `${partnerId}:${month}`, ...(documentId === undefined ? [] : [String(documentId)])];
}

/**
 * The evidence of one decision about one document: who, when, from where and by which code (docs/facts.md 10).
 */
function toEvidence(
  { signer, from }: Pick<DocumentDecision, 'signer' | 'from'>,
  { act, comment, operations }: Verdict<unknown>,
  document: DocumentRecord,
  { code, under, now }: { code: CodeEvidence; under: SigningTerms; now: Date },
): Omit<EvidenceRecord, 'place'> {
  const file = requireFile(document);
  return {
    act,
    comment: comment ?? null,
    ...(operations && { operations: operations.map(evidenceOfOperation) }),
    at: now.toISOString(),
    atMoscow: formatMoment(now),
    document: {
      id: document.id,
      month: document.month,
      partnerId: document.partnerId,
      kind: document.kind,
      title: document.title,
      file: file.name,
      sha256: file.sha256,
      ...(document.figuresSha256 !== null && { figures: document.figuresSha256 }),
    },
    company: under.company,
    signer,
    from: { ip: from.ip, userAgent: from.userAgent },
    sms: {
      codeId: code.codeId,
      purpose: code.purpose,
      subject: code.subject,
      phone: code.phone,
      text: code.text,
      provider: code.provider,
      providerMessageId: code.providerMessageId,
      sentAt: code.sentAt.toISOString(),
      expiresAt: code.expiresAt.toISOString(),
      wrongTries: code.wrongTries,
      codeHash: code.codeHash,
      salt: code.salt,
    },
    agreement: under.agreement,
  };
}

/** A decision is about the bytes of a file. */
function requireFile({ id, file }: DocumentRecord): NonNullable<DocumentRecord['file']> {
  if (!file) throw new Error(`document ${id} was decided about before its paper was made`);
  return file;
}

function evidenceOfOperation({ id, cardNumber, at, sum }: DisputedOperation): EvidenceOperation {
  return { id, cardNumber, at: at.toISOString(), sumKopecks: sum };
}

async function auditVerdict(
  tx: Db,
  input: Pick<DocumentDecision, 'scope' | 'userId' | 'from'>,
  verdict: Verdict<unknown>,
  document: DocumentRecord,
  now: Date,
): Promise<void> {
  await recordEvent(tx, {
    at: now,
    what: verdict.event,
    userId: input.userId,
    companyId: input.scope.companyId,
    ip: input.from.ip,
    details: {
      documentId: document.id,
      sha256: requireFile(document).sha256,
      title: document.title,
      month: document.month,
      partnerId: document.partnerId,
      userAgent: input.from.userAgent,
      ...(verdict.comment === undefined ? {} : { comment: verdict.comment }),
      ...(verdict.operations && { operationIds: verdict.operations.map(({ id }) => id) }),
    },
  });
}
