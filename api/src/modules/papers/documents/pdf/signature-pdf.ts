import { ROLE_TITLE } from '#contract/access.ts';
import { ALL_NETWORKS, ALL_NETWORKS_TITLE } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { UPD_IS_RECEIVED } from '#contract/identity/what-a-code-confirms.ts';
import { formatMoment, formatRubles, moscowDay } from '../../../../lib/money-format.ts';
import { heading, markBox, notice, paragraph, subheading } from '../../../../lib/pdf/pdf-blocks.ts';
import { factTable } from '../../../../lib/pdf/pdf-tables.ts';
import { renderPdf } from '../../../../lib/pdf/pdf.ts';
import {
  evidenceName,
  maskedPhone,
  readEvidence,
  type EvidenceOperation,
  type EvidenceRecord,
  type EvidenceRow,
} from '../evidence/evidence.ts';
import { CLOSING_DOCUMENT, type ClosingDocumentKind } from '../closing/month-closing.ts';
import { formatMonth } from '../closing/format-month.ts';

export interface SignatureSheet {
  /** The programme's operator, who maintains the log. */
  author: string;
  /** The document's kind: a code confirms the receipt of a `upd` and signs any other kind (agreement, 4.6). */
  kind: ClosingDocumentKind | null;
  /** The decisions, in order; at least one. */
  rows: readonly EvidenceRow[];
}

/** The signature sheet («Лист подписания»): all evidence of the confirmations and objections of one document. */
export async function signaturePdf({ author, kind, rows }: SignatureSheet): Promise<Buffer> {
  const last = rows.at(-1) as EvidenceRow;
  const { document, company } = readEvidence(last);
  return await renderPdf({
    title: `Лист подписания: ${document.title}`,
    author,
    dateIso: moscowDay(last.at),
    content: [
      heading('Лист подписания'),
      factTable([
        { name: 'Документ', value: document.title },
        { name: 'Период', value: formatMonth(document.month) },
        { name: 'Файл', value: document.file },
        { name: 'SHA-256 файла', value: groupHash(document.sha256) },
        { name: 'Клиент', value: `${company.title}, ИНН ${company.inn}` },
        { name: 'Хранитель журнала', value: author },
      ]),
      ...rows.flatMap((row) => makeSheet(row, kind)),
      ...(isReceived(kind) ? [notice(UPD_IS_RECEIVED)] : []),
      notice(
        'Журнал подписаний только дополняется. Запись содержит хеш предыдущей записи того же клиента, поэтому изменение или удаление любой записи обнаруживается проверкой. ' +
          'Хеш записи: SHA-256 от хеша предыдущей записи и текста записи. Простая электронная подпись не является квалифицированной.',
      ),
    ],
  });
}

/** The page appended to a confirmed document: the mark of the simple electronic signature. */
export async function markPdf({ author, kind, rows }: SignatureSheet): Promise<Buffer> {
  const last = rows.at(-1) as EvidenceRow;
  const { document } = readEvidence(last);
  const sentence = isReceived(kind)
    ? { heading: 'Отметка о получении', file: 'Полученный файл', done: 'получены' }
    : { heading: 'Отметка о подписании', file: 'Подписанный файл', done: 'подписаны' };
  return await renderPdf({
    title: `${sentence.heading}: ${document.title}`,
    author,
    unnumbered: true,
    dateIso: moscowDay(last.at),
    content: [
      heading(sentence.heading),
      ...rows.map((row) => markBox(makeMark(row, kind))),
      factTable([
        { name: 'Документ', value: document.title },
        { name: `${sentence.file}, SHA-256`, value: groupHash(document.sha256) },
      ]),
      paragraph(
        `${sentence.file} — страницы перед этой. Эта страница дописана при скачивании в конец файла: его первые байты остались теми, что были ${sentence.done}.`,
      ),
      ...(isReceived(kind) ? [notice(UPD_IS_RECEIVED)] : []),
      notice('Полные сведения о подписании содержит лист подписания, который скачивается в личном кабинете.'),
    ],
  });
}

/** A document of the operator's own has no kind, and is signed. */
function isReceived(kind: ClosingDocumentKind | null): boolean {
  return kind !== null && CLOSING_DOCUMENT[kind].confirms === 'receipt';
}

function makeMark(row: EvidenceRow, kind: ClosingDocumentKind | null): string[] {
  const { signer, company, agreement } = readEvidence(row);
  return [
    row.act === 'objected'
      ? 'Возражение подписано простой электронной подписью'
      : isReceived(kind)
        ? 'Получение подтверждено'
        : 'Подписано простой электронной подписью',
    `${signer.name}, ${company.title}, ИНН ${company.inn}`,
    `Телефон ${maskedPhone(signer.phone)}, ${formatMoment(row.at)}`,
    `ID подписи ${evidenceName(row)}${agreement ? `, рамочное соглашение, редакция № ${agreement.version}` : ''}`,
  ];
}

function makeSheet(row: EvidenceRow, kind: ClosingDocumentKind | null) {
  const record = readEvidence(row);
  const { signer, from, sms, agreement } = record;
  const received = row.act === 'accepted' && isReceived(kind);
  const action =
    row.act === 'objected'
      ? 'Направлено возражение'
      : received
        ? 'Получение подтверждено'
        : 'Документ подтверждён';
  return [
    subheading(`${row.place}. ${action}, ${formatMoment(row.at)}`),
    factTable([
      ...(record.comment ? [{ name: 'Возражение', value: record.comment }] : []),
      ...(record.operations?.length
        ? [{ name: 'Операции', value: record.operations.map(formatOperation).join('; ') }]
        : []),
      {
        name: received ? 'Подтвердил' : 'Подписал',
        value: `${signer.name}, роль «${ROLE_TITLE[signer.role]}», № ${signer.userId}`,
      },
      { name: 'Телефон (идентификатор)', value: `+${signer.phone}` },
      { name: 'Полномочия', value: formatAuthority(agreement) },
      { name: 'Время', value: `${formatMoment(row.at)} (${row.at.toISOString()} UTC)` },
      { name: 'Сеанс, адрес', value: `сеанс № ${signer.sessionId}, IP ${from.ip}` },
      { name: 'Программа', value: from.userAgent || 'не сообщена' },
      ...(sms.purpose === undefined ? [] : [{ name: 'Код запрошен на', value: describePurpose(sms) }]),
      { name: 'Текст СМС', value: sms.text ?? 'не сохранён' },
      { name: 'СМС отправлено', value: formatSent(sms) },
      {
        name: 'Ключ (код из СМС)',
        value: `верный, действовал до ${formatMoment(new Date(sms.expiresAt))}; неверных вводов: ${sms.wrongTries}`,
      },
      { name: 'Хеш кода с солью', value: groupHash(sms.codeHash) },
      { name: 'ID подписи', value: evidenceName(row) },
      { name: 'Хеш записи', value: groupHash(row.hash.toString('hex')) },
      {
        name: 'Хеш предыдущей записи',
        value: row.place === 1 ? 'начало журнала клиента' : groupHash(row.previousHash.toString('hex')),
      },
    ]),
  ];
}

function formatOperation({ id, cardNumber, at, sumKopecks }: EvidenceOperation): string {
  return `№ ${id} от ${formatMoment(new Date(at))}, карта ${cardNumber}, ${formatRubles(kopecks(sumKopecks))}`;
}

function formatAuthority(agreement: EvidenceRecord['agreement']): string {
  if (!agreement) return 'рамочное соглашение клиентом не принято';
  const since = agreement.acceptedAt ? `, принято ${formatMoment(new Date(agreement.acceptedAt))}` : '';
  return `роль назначена клиентом (п. 3.3 рамочного соглашения, редакция № ${agreement.version}${since}; SHA-256 текста ${groupHash(agreement.sha256)})`;
}

/**
 * «подтверждение, август 2026 г., партнёр № 2»: a code is requested for one document, for several by their ids, for a month, or
 * for a month of one partner.
 */
function describePurpose({ purpose, subject }: EvidenceRecord['sms']): string {
  if (!purpose) return 'любое одно действие';
  const action = purpose === 'document' ? 'подтверждение' : 'возражение';
  if (!subject) return action;
  if (subject.includes(',')) return `${action}, документы № ${subject.replaceAll(',', ', ')}`;
  const [named = '', partner] = subject.split(':').reverse();
  if (!named.includes('-')) return `${action}, документ № ${named}`;
  return `${action}, ${formatMonth(named)}${formatPartner(partner)}`;
}

function formatPartner(partner: string | undefined): string {
  if (partner === undefined) return '';
  return Number(partner) === ALL_NETWORKS
    ? `, ${ALL_NETWORKS_TITLE.toLowerCase()}`
    : `, партнёр № ${partner}`;
}

function formatSent(sms: EvidenceRecord['sms']): string {
  const by = sms.provider ? `, ${sms.provider}, сообщение ${sms.providerMessageId ?? 'без номера'}` : '';
  return `${formatMoment(new Date(sms.sentAt))} на +${sms.phone}${by}`;
}

/** A hash may break across lines only between its groups. */
function groupHash(hash: string): string {
  return hash.replace(/(.{16})(?=.)/g, '$1 ');
}
