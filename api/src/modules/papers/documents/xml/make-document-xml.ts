import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../../context.ts';
import { conflict, notFound } from '../../../../errors.ts';
import { moscowDay } from '../../../../lib/money-format.ts';
import { findCompany, toDocumentParty } from '../../../companies/companies/companies.ts';
import { checkStateXml } from '../../state-forms/check-state-xml.ts';
import { getStateForm } from '../../state-forms/state-form.ts';
import { isSoleTrader } from '../../state-forms/state-party.ts';
import {
  findXmlToMake,
  insertXml,
  recordXmlProblem,
  type XmlFile,
  type XmlToMake,
} from './document-xml-store.ts';
import { unpackFigures, type FrozenMonth } from '../closing/frozen-figures.ts';
import { applyUkds } from '../corrections/standing-upd.ts';
import { toReconciliationAct } from '../reconciliation-act.ts';
import { reconciliationXml } from './reconciliation-xml.ts';
import { toUpdDocument, type UpdDocument } from '../upd-document.ts';
import { updXml, type StateFile } from './upd-xml.ts';

const REFUSED =
  'Документ не прошёл проверку по форме ФНС и потому не отправляется. Сотрудники программы уже видят причину';

/**
 * Writes a document's figures in the State's form and stores the file, because a signature covers these bytes. The
 * file is returned only if the check finds no problem; otherwise staff see the reason under «Разбор». Refuses: 404
 * no such document, or the State has no form for it; 409 the check refuses it.
 */
export async function makeDocumentXml(ctx: Context, documentId: number): Promise<XmlFile> {
  const document = await findXmlToMake(ctx.db.system, documentId);
  if (!document) throw notFound('Для этого документа нет формы XML');
  if (document.file) return document.file;
  const made = await write(ctx, document);
  const form = getStateForm(document.kind, moscowDay(document.publishedAt));
  const problems = 'lacks' in made ? [made.lacks] : await checkStateXml(ctx.config, form, made.bytes);
  const { companyId } = document;
  const now = ctx.clock.now();
  if ('lacks' in made || problems.length > 0) {
    await ctx.db.inSystem((tx) =>
      recordXmlProblem(tx, { documentId, companyId, now, problem: problems.join('\n') }),
    );
    throw conflict('lacks' in made ? made.message : REFUSED);
  }
  const file = { sha256: await ctx.files.put(made.bytes), name: made.name };
  await ctx.db.inSystem((tx) =>
    insertXml(tx, { documentId, companyId, now, file: { ...file, sizeBytes: made.bytes.length } }),
  );
  return (await findXmlToMake(ctx.db.system, documentId))?.file ?? file;
}

/** Data that a form needs and the buyer lacks: for staff, who fill it in, and for the client who asked. */
interface MissingData {
  lacks: string;
  message: string;
}

function findMissingOgrn({ buyer }: FrozenMonth): MissingData | null {
  if (buyer.ogrn !== null) return null;
  const name = isSoleTrader(buyer) ? 'ОГРНИП' : 'ОГРН';
  return {
    lacks: 'У клиента не указан ОГРН или ОГРНИП: заполните его на странице клиента, в реквизитах',
    message: `Акту сверки по форме ФНС нужен ${name} компании «${buyer.name}», а его нет. Сотрудники программы видят это и заполнят реквизиты`,
  };
}

/** The State's conditions want the buyer's address in an invoice (status 1), which its schema leaves open. */
function findMissingAddress({ status, buyer }: UpdDocument): MissingData | null {
  if (status === 2 || buyer.address) return null;
  return {
    lacks:
      'У клиента нет адреса, а счёту-фактуре он нужен: прочитайте реквизиты из реестра на странице клиента',
    message: `УПД по форме ФНС нужен адрес компании «${buyer.name}», а его нет. Сотрудники программы видят это и заполнят реквизиты`,
  };
}

/** Figures as they were frozen. What the buyer lacked then and has now is taken from the company. */
async function completedFigures(ctx: Context, { figuresSha256, companyId }: XmlToMake): Promise<FrozenMonth> {
  const figures = await readFigures(ctx, figuresSha256);
  const { buyer } = figures;
  if (buyer.ogrn !== null && buyer.address) return figures;
  const company = await findCompany(ctx.db.system, companyId);
  if (!company) return figures;
  const now = toDocumentParty(company);
  const address = buyer.address || now.address;
  return { ...figures, buyer: { ...buyer, ogrn: buyer.ogrn ?? company.ogrn, address } };
}

async function write(ctx: Context, document: XmlToMake): Promise<StateFile | MissingData> {
  const figures = await completedFigures(ctx, document);
  if (document.kind === 'reconciliation')
    return findMissingOgrn(figures) ?? writeReconciliation(ctx, document, figures);
  const { figuresSha256, partnerId, publishedAt } = document;
  const content = getNetworkUpd(figures, partnerId);
  const made = { at: publishedAt, about: `${figuresSha256}:${partnerId}` };
  return findMissingAddress(content) ?? updXml(content, made);
}

function writeReconciliation(
  ctx: Context,
  { figuresSha256, publishedAt }: XmlToMake,
  figures: FrozenMonth,
): StateFile {
  const content = toReconciliationAct(figures);
  const made = { at: publishedAt, about: `${figuresSha256}:reconciliation` };
  return reconciliationXml(content, { ...made, email: ctx.config.operator.email });
}

/**
 * Reads the contents of a УПД from its figures. Refuses: 404 the document is no УПД; 409 it was published with its
 * file.
 */
async function readUpd(
  ctx: Context,
  { kind, partnerId, figuresSha256 }: Pick<XmlToMake, 'kind' | 'partnerId' | 'figuresSha256'>,
): Promise<UpdDocument> {
  if (kind !== 'upd') throw notFound('УПД не найден');
  return getNetworkUpd(await readFigures(ctx, figuresSha256), partnerId);
}

/** Reads a УПД as it stands after its УКД. Refuses as `readUpd`. */
export async function readStandingUpd(
  ctx: Context,
  documentId: number,
  document: Pick<XmlToMake, 'kind' | 'partnerId' | 'figuresSha256'>,
): Promise<UpdDocument> {
  const original = await readUpd(ctx, document);
  return applyUkds(ctx, original, { originalId: documentId });
}

function getNetworkUpd(figures: FrozenMonth, partnerId: PartnerId): UpdDocument {
  const network = figures.networks.find((frozenNetwork) => frozenNetwork.partnerId === partnerId);
  if (!network) throw new Error(`network ${partnerId} has no figures of ${figures.month}`);
  return toUpdDocument(figures, network);
}

async function readFigures(ctx: Context, sha256: string | null): Promise<FrozenMonth> {
  if (sha256 === null) throw conflict('Этот документ опубликован файлом: исправьте его тоже файлом');
  return unpackFigures(await ctx.files.read(sha256));
}
