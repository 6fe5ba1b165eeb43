import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { formatDateShort, moscowDay } from '../../../lib/money-format.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { markReplaced } from '../documents/documents.ts';
import {
  lockClientForPublishing,
  notifyOfOwnDocument,
  publishOwnDocument,
  storePdf,
} from '../documents/publish-own-document.ts';
import { hasSameParties, readContractFacts, type ContractFacts } from './contract-facts.ts';
import { contractPdf, type ContractDocument } from './contract-pdf.ts';
import {
  ensureContractNumber,
  findLatestEdition,
  formatContractNumber,
  insertEdition,
  type LatestEdition,
} from './contracts.ts';

interface ContractRequest {
  companyId: number;
  /** Null where the portal itself makes it. */
  userId: number | null;
  ip?: string;
  /** Makes an edition for new prices, too, and refuses where nothing has changed. */
  isRenewal?: boolean;
}

const NOT_ACCEPTED = 'Сначала нужно принять рамочное соглашение';

/**
 * Makes a client's contract, or its next edition where requisites or terms have changed, and publishes it among the
 * client's documents. Repeated or simultaneous calls make one edition. Refuses: 404 no client; 409 no agreement is
 * accepted, or, for a renewal, nothing has changed.
 */
export async function makeContract(ctx: Context, request: ContractRequest): Promise<void> {
  for (let isMade = false; !isMade;) isMade = await tryToMake(ctx, request);
}

/** Works as `makeContract` for the job of a client that may have left, or taken no terms, meanwhile. */
export async function makeContractByJob(ctx: Context, companyId: number): Promise<void> {
  if (await readContractFacts(ctx, companyId)) await makeContract(ctx, { companyId, userId: null });
}

/** Returns false if another edition was made meanwhile: the contract is checked again. */
async function tryToMake(ctx: Context, request: ContractRequest): Promise<boolean> {
  const { companyId } = request;
  const read = await readContractFacts(ctx, companyId);
  const latest = await findLatestEdition(ctx.db.system, companyId);
  if (!read) throw conflict(NOT_ACCEPTED);
  const { facts, termsText } = read;
  if (latest && !needsEdition(request, latest.facts, facts)) return true;
  const number = await ctx.db.inSystem(async (tx) => {
    if (!(await lockClientForPublishing(tx, companyId))) throw notFound('Клиент не найден');
    return ensureContractNumber(tx, companyId);
  });
  const contract: ContractDocument = {
    number: formatContractNumber(number),
    edition: (latest?.edition ?? 0) + 1,
    dateIso: moscowDay(ctx.clock.now()),
    previousIso: latest?.editionDatedOn ?? null,
    facts,
    termsText,
  };
  return publish(ctx, { request, contract, latest });
}

function needsEdition(
  { isRenewal = false }: ContractRequest,
  before: ContractFacts,
  now: ContractFacts,
): boolean {
  if (!isRenewal) return !hasSameParties(before, now);
  if (isDeepStrictEqual(before, now))
    throw conflict('С последней редакции ничего не изменилось: ни реквизиты, ни условия, ни цены');
  return true;
}

interface NewEdition {
  request: ContractRequest;
  contract: ContractDocument;
  latest: LatestEdition | null;
}

async function publish(ctx: Context, { request, contract, latest }: NewEdition): Promise<boolean> {
  const { companyId, userId, ip } = request;
  const { edition, facts, dateIso } = contract;
  const title = formatTitle(contract);
  const month = dateIso.slice(0, 7);
  const file = await storePdf(ctx, await contractPdf(contract), title);
  return ctx.db.inSystem(async (tx) => {
    if (!(await lockClientForPublishing(tx, companyId))) throw notFound('Клиент не найден');
    if ((await findLatestEdition(tx, companyId))?.documentId !== latest?.documentId) return false;
    const now = ctx.clock.now();
    const replaces = latest && { id: latest.documentId, reason: 'Новая редакция договора' };
    const document = { companyId, month, title, file, replaces, userId, now };
    const documentId = await publishOwnDocument(ctx, tx, document);
    // It replaces the agreement to the previous edition, and with it that edition.
    if (latest && latest.agreement > 0) await markReplaced(tx, { documentId: latest.editionDocumentId, now });
    await insertEdition(tx, { companyId, edition, documentId, datedOn: dateIso, facts, userId, now });
    // The first one follows the acceptance at once, which its client has just seen.
    if (latest) await notifyOfOwnDocument(tx, document, documentId);
    await recordEvent(tx, {
      at: now,
      what: 'contract-made',
      userId: userId ?? undefined,
      companyId,
      ip,
      targets: [{ kind: 'document', id: documentId }],
      after: { title, sha256: file.sha256 },
    });
    return true;
  });
}

/** «Договор № ТК-000012 от 15.09.2026, редакция 2». */
function formatTitle({ number, edition, dateIso }: ContractDocument): string {
  const dated = `Договор № ${number} от ${formatDateShort(dateIso)}`;
  return edition === 1 ? dated : `${dated}, редакция ${edition}`;
}
