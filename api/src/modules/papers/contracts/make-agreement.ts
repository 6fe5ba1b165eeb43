import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { formatDateShort, moscowDay } from '../../../lib/money-format.ts';
import { findRequisitesDay } from '../../programme/requisites/programme-book.ts';
import {
  lockClientForPublishing,
  notifyOfOwnDocument,
  publishOwnDocument,
  storePdf,
} from '../documents/publish-own-document.ts';
import { agreementPdf, type AgreementDocument } from './agreement-pdf.ts';
import { hasSameRequisites, readContractFacts } from './contract-facts.ts';
import {
  ensureContractNumber,
  findLatestEdition,
  formatContractNumber,
  insertEdition,
  type LatestEdition,
} from './contracts.ts';

interface AgreementRequest {
  companyId: number;
  /** Member of the staff who has started it. */
  userId: number;
}

/**
 * Makes an additional agreement where a party of a client's contract has other requisites today than the contract names,
 * and publishes it among the client's documents. Does nothing for a client that has left or has no contract. Repeated or
 * simultaneous calls make one agreement.
 */
export async function makeAgreement(ctx: Context, request: AgreementRequest): Promise<void> {
  for (let isMade = false; !isMade;) isMade = await tryToMake(ctx, request);
}

/** Returns false if another edition or agreement was made meanwhile: the requisites are compared again. */
async function tryToMake(ctx: Context, request: AgreementRequest): Promise<boolean> {
  const { companyId } = request;
  const read = await readContractFacts(ctx, companyId);
  const latest = await findLatestEdition(ctx.db.system, companyId);
  if (!read || !latest || hasSameRequisites(latest.facts, read.facts)) return true;
  const { operator, client } = read.facts;
  const dateIso = moscowDay(ctx.clock.now());
  const changedIso = await findRequisitesDay(ctx.db.system, dateIso);
  const number = await ctx.db.inSystem((tx) => ensureContractNumber(tx, companyId));
  return publish(ctx, request, {
    latest,
    agreement: {
      number: latest.agreement + 1,
      dateIso,
      contract: {
        number: formatContractNumber(number),
        edition: latest.edition,
        dateIso: latest.editionDatedOn,
      },
      before: latest.facts,
      now: { operator, client },
      // Requisites that changed before the contract was printed are in it.
      operatorSinceIso: changedIso !== null && changedIso > latest.datedOn ? changedIso : dateIso,
    },
  });
}

async function publish(
  ctx: Context,
  { companyId, userId }: AgreementRequest,
  { latest, agreement }: { latest: LatestEdition; agreement: AgreementDocument },
): Promise<boolean> {
  const { dateIso, contract } = agreement;
  const title = `Дополнительное соглашение № ${agreement.number} от ${formatDateShort(dateIso)} к договору № ${contract.number}`;
  const month = dateIso.slice(0, 7);
  const file = await storePdf(ctx, await agreementPdf(agreement), title);
  return ctx.db.inSystem(async (tx) => {
    // The client has left the programme.
    if (!(await lockClientForPublishing(tx, companyId))) return true;
    if ((await findLatestEdition(tx, companyId))?.documentId !== latest.documentId) return false;
    const now = ctx.clock.now();
    // It names all requisites of both parties, so that no reader needs the agreement before it; the edition stays.
    const replaces = {
      id: latest.documentId,
      reason: 'Новые реквизиты',
      staysInForce: latest.agreement === 0,
    };
    const document = { companyId, month, title, file, replaces, userId, now };
    const documentId = await publishOwnDocument(ctx, tx, document);
    await insertEdition(tx, {
      companyId,
      edition: latest.edition,
      agreement: agreement.number,
      documentId,
      datedOn: dateIso,
      facts: { ...latest.facts, ...agreement.now },
      userId,
      now,
    });
    await notifyOfOwnDocument(tx, document, documentId);
    await recordEvent(tx, {
      at: now,
      what: 'contract-amended',
      userId,
      companyId,
      targets: [{ kind: 'document', id: documentId }],
      after: { title, sha256: file.sha256 },
    });
    return true;
  });
}
