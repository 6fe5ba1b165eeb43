import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { findCompany } from '../../companies/companies/find-company.ts';
import { checkStateXml } from '../state-forms/check-state-xml.ts';
import { STATE_FORMS } from '../state-forms/state-form.ts';
import { isSoleTrader } from '../state-forms/state-party.ts';
import {
  findXmlToMake,
  insertXml,
  noteXmlProblem,
  type XmlFile,
  type XmlToMake,
} from './document-xml-store.ts';
import { unpackFigures, type FrozenMonth } from './frozen-figures.ts';
import { reconciliationPaper } from './reconciliation-paper.ts';
import { reconciliationXml } from './reconciliation-xml.ts';
import { updPaper, type UpdPaper } from './upd-paper.ts';
import { updXml, type StateFile } from './upd-xml.ts';

const REFUSED =
  'Документ не прошёл проверку по форме ФНС и потому не отправляется. Сотрудники программы уже видят причину';

/**
 * A document in the State's form, made of its figures and kept: a signature is over these bytes. It leaves only if the
 * check has nothing against it; otherwise staff see why under «Разбор». Refuses: 404 no such document, or the State has
 * no form for it; 409 the check refuses it.
 */
export async function makeDocumentXml(ctx: Context, documentId: number): Promise<XmlFile> {
  const document = await findXmlToMake(ctx.db.system, documentId);
  if (!document) throw notFound('Для этого документа нет формы XML');
  if (document.file) return document.file;
  const figures = document.kind === 'reconciliation' ? await buyersFigures(ctx, document) : null;
  const lacks = figures && missingIn(figures);
  const made = lacks === null ? await write(ctx, document, figures) : null;
  const problems = made ? await checkStateXml(ctx.config, STATE_FORMS[document.kind], made.bytes) : [NO_OGRN];
  const { companyId } = document;
  const now = ctx.clock.now();
  if (made === null || problems.length > 0) {
    await ctx.db.inSystem((tx) =>
      noteXmlProblem(tx, { documentId, companyId, now, problem: problems.join('\n') }),
    );
    throw conflict(lacks ?? REFUSED);
  }
  const file = { sha256: await ctx.files.put(made.bytes), name: made.name };
  await ctx.db.inSystem((tx) =>
    insertXml(tx, { documentId, companyId, now, file: { ...file, sizeBytes: made.bytes.length } }),
  );
  return (await findXmlToMake(ctx.db.system, documentId))?.file ?? file;
}

const NO_OGRN = 'У клиента не указан ОГРН или ОГРНИП: заполните его на странице клиента, в реквизитах';

/** What the act’s form needs and the company lacks, for whoever reads it; null: nothing. No other form wants an ОГРН. */
function missingIn({ buyer }: FrozenMonth): string | null {
  if (buyer.ogrn !== null) return null;
  const name = isSoleTrader(buyer) ? 'ОГРНИП' : 'ОГРН';
  return `Акту сверки по форме ФНС нужен ${name} компании «${buyer.name}», а его нет. Сотрудники программы видят это и заполнят реквизиты`;
}

/** As they were frozen; an ОГРН that the company lacked then and has now is taken. */
async function buyersFigures(ctx: Context, { figuresSha256, companyId }: XmlToMake): Promise<FrozenMonth> {
  const figures = await readFigures(ctx, figuresSha256);
  if (figures.buyer.ogrn !== null) return figures;
  const ogrn = (await findCompany(ctx.db.system, companyId))?.ogrn ?? null;
  return { ...figures, buyer: { ...figures.buyer, ogrn } };
}

/** `figures`: of an act. */
async function write(ctx: Context, document: XmlToMake, figures: FrozenMonth | null): Promise<StateFile> {
  return figures ? writeReconciliation(ctx, document, figures) : writeUpd(ctx, document);
}

async function writeUpd(ctx: Context, document: XmlToMake): Promise<StateFile> {
  const { figuresSha256, partnerId, publishedAt } = document;
  return updXml(await readUpd(ctx, document), { at: publishedAt, about: `${figuresSha256}:${partnerId}` });
}

function writeReconciliation(
  ctx: Context,
  { figuresSha256, publishedAt }: XmlToMake,
  figures: FrozenMonth,
): StateFile {
  const paper = reconciliationPaper(figures);
  const made = { at: publishedAt, about: `${figuresSha256}:reconciliation` };
  return reconciliationXml(paper, { ...made, email: ctx.config.operator.email });
}

/** What a УПД says, from its figures. Refuses: 404 it is no УПД; 409 a document that was published with its file. */
export async function readUpd(
  ctx: Context,
  { kind, partnerId, figuresSha256 }: Pick<XmlToMake, 'kind' | 'partnerId' | 'figuresSha256'>,
): Promise<UpdPaper> {
  if (kind !== 'upd') throw notFound('УПД не найден');
  const figures = await readFigures(ctx, figuresSha256);
  const network = figures.networks.find((one) => one.partnerId === partnerId);
  if (!network) throw new Error(`network ${partnerId} has no figures of ${figures.month}`);
  return updPaper(figures, network);
}

async function readFigures(ctx: Context, sha256: string | null): Promise<FrozenMonth> {
  if (sha256 === null) throw conflict('Этот документ опубликован файлом: исправьте его тоже файлом');
  return unpackFigures(await ctx.files.read(sha256));
}
