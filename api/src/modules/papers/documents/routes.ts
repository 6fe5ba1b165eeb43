import type { FastifyInstance } from 'fastify';
import {
  closeMonth as closeMonthCall,
  previewClosing as previewClosingCall,
  readClosing as readClosingCall,
} from '#contract/papers/closing.ts';
import { downloadArchive as downloadArchiveCall } from '#contract/papers/document-archive.ts';
import * as calls from '#contract/papers/documents.ts';
import * as objections from '#contract/papers/objections.ts';
import { publishDocument as publishDocumentCall } from '#contract/backoffice/staff.ts';
import * as staffCalls from '#contract/papers/staff-documents.ts';
import type { Context } from '../../../context.ts';
import { requestedFormat } from '../../../http/pages/requested-format.ts';
import { notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { toPagination } from '../../../http/to-pagination.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { tableFile } from '../../../lib/tables/table-file.ts';
import { acceptDocument } from './objections/accept-document.ts';
import { acceptDocuments } from './objections/accept-documents.ts';
import { answerObjection } from './objections/answer-objection.ts';
import { closeMonth } from './closing/close-month.ts';
import { makeDocumentAgain } from './closing/make-document-again.ts';
import { DOCUMENT_COLUMNS } from './documents.ts';
import { correctDocument } from './corrections/correct-document.ts';
import { listDisputable } from './objections/disputed-store.ts';
import { findXmlToMake } from './xml/document-xml-store.ts';
import { findFirstMonth, listDocuments } from './document-store.ts';
import { downloadArchive } from './evidence/download-archive.ts';
import { downloadDocument } from './download-document.ts';
import { downloadRegister } from './pdf/download-register.ts';
import { downloadLetter } from './pdf/download-letter.ts';
import { downloadSignature } from './evidence/download-signature.ts';
import { downloadXml, readXml } from './xml/download-xml.ts';
import { makeDocumentPdf } from './pdf/make-document-pdf.ts';
import { readStandingUpd } from './xml/make-document-xml.ts';
import { objectToDocument } from './objections/object-to-document.ts';
import { readSigner } from './evidence/read-signer.ts';
import {
  presentAnswerRow,
  presentClosing,
  presentDisputable,
  presentDocuments,
  presentUnmade,
} from './present.ts';
import { presentLines, presentStaffDocument } from './present-staff-document.ts';
import { prepareCorrection } from './corrections/corrections.ts';
import { previewClosing } from './closing/preview-closing.ts';
import { publishDocument } from './publish-document.ts';
import { readAnswer } from './objections/read-answer.ts';
import { readClosing } from './closing/read-closing.ts';
import { replaceDocument } from './corrections/replace-document.ts';
import { sendAnswer } from './objections/send-answer.ts';
import { findStaffDocuments } from './staff-document-store.ts';
import { withdrawDocument } from './corrections/withdraw-document.ts';

export function documentRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listDocuments, async ({ query, scope, request }) => {
    const [documents, since] = await ctx.db.inCompany(scope, async (tx) => [
      await listDocuments(tx, scope, query),
      await findFirstMonth(tx, scope),
    ]);
    const running = moscowDay(ctx.clock.now()).slice(0, 7);
    const data = presentDocuments(documents, ctx.clock.now());
    const format = requestedFormat(request);
    if (!format) return { data, meta: { since: since ?? running } };
    const rows = Object.entries(data).flatMap(([month, all]) => all.map((item) => ({ ...item, month })));
    return tableFile(format, { name: 'documents', title: 'Документы', columns: DOCUMENT_COLUMNS, rows });
  });

  bind(app, ctx, calls.downloadDocument, ({ params, scope }) => downloadDocument(ctx, scope, params.id));

  bind(app, ctx, calls.downloadRegister, ({ params, scope }) =>
    downloadRegister(ctx, scope, { documentId: params.id, form: 'csv' }),
  );
  bind(app, ctx, calls.downloadRegisterWorkbook, ({ params, scope }) =>
    downloadRegister(ctx, scope, { documentId: params.id, form: 'xlsx' }),
  );

  bind(app, ctx, calls.downloadXml, ({ params, scope }) => downloadXml(ctx, scope, params.id));

  bind(app, ctx, downloadArchiveCall, ({ query, scope }) =>
    downloadArchive(ctx, scope, { month: query.month, partnerId: query.partner_id, ids: query.ids }),
  );

  bind(app, ctx, calls.downloadSignature, ({ params, scope }) => downloadSignature(ctx, scope, params.id));

  bind(app, ctx, calls.downloadLetter, ({ params }) => downloadLetter(ctx, params.year));

  bind(app, ctx, calls.acceptDocument, async ({ body, session, scope, from }) => {
    const choice = { partnerId: body.partner_id, month: body.date, documentId: body.id };
    const { receivedAt, confirmed, left } = await acceptDocument(ctx, {
      scope,
      userId: session.userId,
      signer: await readSigner(ctx, session),
      from,
      choice,
      sms: body.sms,
    });
    return { data: { received: receivedAt.toISOString(), confirmed, left } };
  });

  bind(app, ctx, calls.acceptDocuments, async ({ body, session, scope, from }) => {
    const { receivedAt, confirmed, left } = await acceptDocuments(ctx, {
      scope,
      userId: session.userId,
      signer: await readSigner(ctx, session),
      from,
      choice: { ids: [...new Set(body.ids)] },
      sms: body.sms,
    });
    return { data: { received: receivedAt.toISOString(), confirmed, left } };
  });

  bind(app, ctx, calls.objectToDocument, async ({ body, session, scope, from }) => {
    const choice = { partnerId: body.partner_id, month: body.date, documentId: body.id };
    const signer = await readSigner(ctx, session);
    const input = {
      scope,
      userId: session.userId,
      signer,
      from,
      choice,
      sms: body.sms,
      comment: body.comment,
      operationIds: body.operations ?? [],
    };
    return { data: { created_at: (await objectToDocument(ctx, input)).toISOString() } };
  });

  bind(app, ctx, objections.readAnswer, async ({ params, file, scope }) => {
    const { comment, rows, disagrees } = await readAnswer(ctx, scope, { documentId: params.id, file });
    return { data: { disagrees, comment, rows: rows.map(presentAnswerRow) } };
  });

  bind(app, ctx, objections.sendAnswer, async ({ params, body, file, session, scope, from }) => {
    const input = {
      scope,
      userId: session.userId,
      signer: await readSigner(ctx, session),
      from,
      documentId: params.id,
      file,
      sms: body.sms,
    };
    return { data: { created_at: (await sendAnswer(ctx, input)).toISOString() } };
  });

  bind(app, ctx, objections.listDisputable, async ({ query, scope }) => {
    const request = { partnerId: query.partner_id, month: query.date, q: query.q ?? '' };
    const { found, total } = await ctx.db.inCompany(scope, (tx) => listDisputable(tx, scope, request));
    return { data: found.map(presentDisputable), meta: { total } };
  });

  bind(app, ctx, objections.answerObjection, async ({ params, body, session, from, requestKey }) => {
    const input = {
      documentId: params.id,
      text: body.text,
      staffId: session.userId,
      ip: from.ip,
      requestKey,
    };
    return { data: { created_at: (await answerObjection(ctx, input)).toISOString() } };
  });

  bind(app, ctx, publishDocumentCall, async ({ body, file, session, from }) => {
    const { company_id: companyId, partner_id: partnerId, date: month, title } = body;
    const id = await publishDocument(ctx, {
      companyId,
      partnerId,
      month,
      title,
      file,
      sum: body.sum ?? null,
      vat: body.vat ?? null,
      userId: session.userId,
      ip: from.ip,
    });
    return { data: { id } };
  });

  bind(app, ctx, staffCalls.listStaffDocuments, async ({ query }) => {
    const { found, total } = await findStaffDocuments(ctx.db.system, query);
    return { data: found.map(presentStaffDocument), meta: toPagination(query, total) };
  });

  bind(app, ctx, staffCalls.downloadStaffDocument, async ({ params }) => {
    const { sha256, name, mime } = await makeDocumentPdf(ctx, params.id);
    return { file: await ctx.files.read(sha256), name, mime };
  });

  bind(app, ctx, staffCalls.downloadStaffXml, ({ params }) => readXml(ctx, params.id));

  bind(app, ctx, staffCalls.replaceDocument, async ({ params, body, file, session, from }) => {
    const { title, reason, sum = null, vat = null } = body;
    const by = { userId: session.userId, ip: from.ip };
    const id = await replaceDocument(ctx, { documentId: params.id, title, reason, sum, vat, file, ...by });
    return { data: { id } };
  });

  bind(app, ctx, staffCalls.listDocumentLines, async ({ params }) => {
    const document = await findXmlToMake(ctx.db.system, params.id);
    if (!document) throw notFound('УПД не найден');
    return { data: presentLines(await readStandingUpd(ctx, params.id, document)) };
  });

  bind(app, ctx, staffCalls.previewCorrection, async ({ params, body }) => {
    const lines = body.lines.map(({ sum, ...line }) => ({ ...line, gross: sum }));
    const { paper: ukd, pdf } = await prepareCorrection(ctx, {
      documentId: params.id,
      lines,
      reason: body.reason,
    });
    return { file: pdf, name: `УКД ${ukd.number}, проект.pdf`, mime: 'application/pdf' };
  });

  bind(app, ctx, staffCalls.correctDocument, async ({ params, body, session, from, confirmedBy }) => {
    const lines = body.lines.map(({ sum, ...line }) => ({ ...line, gross: sum }));
    const by = { userId: session.userId, ip: from.ip, confirmedBy };
    const input = { documentId: params.id, lines, reason: body.reason, ...by };
    return { data: { id: await correctDocument(ctx, input) } };
  });

  bind(app, ctx, staffCalls.withdrawDocument, async ({ params, body, session, from, confirmedBy }) => {
    const by = { userId: session.userId, ip: from.ip, confirmedBy };
    await withdrawDocument(ctx, { documentId: params.id, reason: body.reason, ...by });
    return { data: params };
  });

  bind(app, ctx, staffCalls.makeDocumentAgain, async ({ params, session, from }) => {
    const input = { documentId: params.id, userId: session.userId, ip: from.ip };
    return { data: { id: await makeDocumentAgain(ctx, input) } };
  });

  bind(app, ctx, closeMonthCall, async ({ body, session, from }) => {
    const { date: month, despite, reason = null } = body;
    const { companies, documents, open, unmade } = await closeMonth(ctx, {
      month,
      userId: session.userId,
      ip: from.ip,
      despite,
      reason,
    });
    const presented = unmade.map((unmadePapers) => presentUnmade(month, unmadePapers));
    return { data: { companies, documents, open, unmade: presented } };
  });

  bind(app, ctx, readClosingCall, async ({ query }) => ({
    data: presentClosing(await readClosing(ctx, query.date)),
  }));

  bind(app, ctx, previewClosingCall, async ({ query }) => {
    const { data, total } = await previewClosing(ctx, { month: query.date, ...query });
    return { data, meta: toPagination(query, total) };
  });
}
