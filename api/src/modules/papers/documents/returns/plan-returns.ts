import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { PartnerId } from '#contract/ids.ts';
import type { Context } from '../../../../context.ts';
import { moscowDay } from '../../../../lib/money-format.ts';
import { checkStateXml } from '../../state-forms/check-state-xml.ts';
import { getStateForm } from '../../state-forms/state-form.ts';
import { drawUkd } from '../pdf/make-document-pdf.ts';
import { applyUkds } from '../corrections/standing-upd.ts';
import {
  formatUkdTitle,
  toUkdDocument,
  type CorrectedLine,
  type UkdDocument,
} from '../corrections/ukd-document.ts';
import { countCorrections } from '../documents.ts';
import type { NewDocument } from '../new-document-store.ts';
import { storePdf, type OwnXml } from '../publish-own-document.ts';
import { toUpdDocument, type UpdDocument } from '../upd-document.ts';
import { readCorrectedLines } from '../xml/read-corrected-lines.ts';
import { ukdXml } from '../xml/ukd-xml.ts';
import { formatForMonth } from '../closing/format-month.ts';
import { unpackFigures } from '../closing/frozen-figures.ts';
import {
  findReturnedUpd,
  listPublishedReturns,
  type PublishedReturn,
  type ReturnedUpd,
} from './return-store.ts';
import type { ReturnedGoods } from '../closing/sale-totals.ts';

/** Files and place of a УКД that is still to be published. */
interface NewReturn {
  /** Its place among the corrections of the УПД, from 1. */
  serial: number;
  title: string;
  reason: string;
  file: NewDocument['file'];
  xml: OwnXml;
  /** Total of the УПД after it. */
  sum: Kopecks;
  vat: Kopecks;
  vatChange: Kopecks;
}

/** A УКД for fuel of a closed month that was given back: what it takes out of the lines of this month's УПД. */
export interface PlannedReturn {
  originalId: number;
  partnerId: PartnerId;
  goods: readonly ReturnedGoods[];
  number: string;
  /** By how much it changes the УПД; below zero. */
  change: Kopecks;
  /** Null if it is published already. */
  made: NewReturn | null;
}

export interface ReturnsInput {
  companyId: number;
  month: string;
  /** Date of the documents of the month, `YYYY-MM-DD`. */
  dateIso: string;
  /** By network: refunds of closed months in lines that would be below zero. */
  returned: ReadonlyMap<PartnerId, readonly ReturnedGoods[]>;
}

/**
 * Plans a УКД for each УПД of a closed month whose fuel was given back in this month, and stores its files. Refunds that no valid
 * УПД of ours covers stay in the lines of the month. In a month that is published, those that were published are found again.
 */
export async function planReturns(ctx: Context, input: ReturnsInput): Promise<PlannedReturn[]> {
  const { companyId, month, returned } = input;
  const planned: PlannedReturn[] = [];
  const published = await listPublishedReturns(ctx.db.system, companyId, month);
  for (const [partnerId, all] of returned) {
    for (const [boughtIn, goods = []] of Object.entries(Object.groupBy(all, (line) => line.month))) {
      const upd = await findReturnedUpd(ctx.db.system, { companyId, partnerId, month: boughtIn });
      if (!upd) continue;
      const plan = published
        ? await findAgain(ctx, upd, {
            goods,
            known: published.find(({ originalId }) => originalId === upd.id),
          })
        : await planReturn(ctx, upd, { goods, dateIso: input.dateIso });
      if (plan) planned.push({ ...plan, originalId: upd.id, partnerId });
    }
  }
  return planned;
}

type Planned = Omit<PlannedReturn, 'originalId' | 'partnerId'> | null;

async function findAgain(
  ctx: Context,
  upd: ReturnedUpd,
  { goods, known }: { goods: readonly ReturnedGoods[]; known: PublishedReturn | undefined },
): Promise<Planned> {
  if (!known) return null;
  const places = new Set(readCorrectedLines(await ctx.files.read(known.xml)).map(({ place }) => place));
  const original = await readOriginal(ctx, upd);
  const taken = goods.filter((line) => places.has(findPlace(original, line)));
  return { goods: taken, number: known.number, change: known.change, made: null };
}

/** Null if nothing of it can be taken out of the УПД, or the check of the form refuses the УКД. */
async function planReturn(
  ctx: Context,
  upd: ReturnedUpd,
  { goods, dateIso }: { goods: readonly ReturnedGoods[]; dateIso: string },
): Promise<Planned> {
  if (upd.isReplacedByFile) return null;
  const standing = await applyUkds(ctx, await readOriginal(ctx, upd), { originalId: upd.id });
  const taken = chooseReturned(standing, goods);
  if (taken.length === 0) return null;
  const serial = 1 + (await countCorrections(ctx.db.system, upd.id));
  const reason = `Возврат топлива ${formatForMonth(upd.month)}`;
  const lines = taken.map(({ corrected }) => corrected);
  const ukd = toUkdDocument(standing, { lines, reason, dateIso, serial });
  const made = await makeFiles(ctx, upd, { ukd, serial });
  const change = kopecks(ukd.total.gross - standing.total.gross);
  return made && { goods: taken.map(({ line }) => line), number: ukd.number, change, made };
}

async function makeFiles(
  ctx: Context,
  upd: ReturnedUpd,
  { ukd, serial }: { ukd: UkdDocument; serial: number },
): Promise<NewReturn | null> {
  const now = ctx.clock.now();
  const about = `ukd:${upd.id}${serial === 1 ? '' : `:${serial}`}`;
  const { name, bytes } = ukdXml(ukd, { at: now, about });
  const problems = await checkStateXml(ctx.config, getStateForm('ukd', moscowDay(now)), bytes);
  if (problems.length > 0) {
    ctx.log.warn({ documentId: upd.id, problems }, 'a УКД of returned fuel does not pass its form');
    return null;
  }
  const title = formatUkdTitle(ukd);
  const { total, original, reason } = ukd;
  return {
    serial,
    title,
    reason,
    file: await storePdf(ctx, await drawUkd(ukd), title),
    xml: { name, sha256: await ctx.files.put(bytes), sizeBytes: bytes.length },
    sum: total.gross,
    vat: total.vat,
    vatChange: kopecks(total.vat - original.total.vat),
  };
}

async function readOriginal(ctx: Context, { partnerId, figures }: ReturnedUpd): Promise<UpdDocument> {
  const frozen = unpackFigures(await ctx.files.read(figures));
  const network = frozen.networks.find((frozenNetwork) => frozenNetwork.partnerId === partnerId);
  if (!network) throw new Error(`network ${partnerId} has no figures of ${frozen.month}`);
  return toUpdDocument(frozen, network);
}

/** Returns the refunds that a УПД covers as it stands, each with its line after them, in the order of the lines. */
export function chooseReturned(
  standing: UpdDocument,
  goods: readonly ReturnedGoods[],
): { line: ReturnedGoods; corrected: CorrectedLine }[] {
  return goods
    .flatMap((line) => {
      const corrected = takeOut(standing, line);
      return corrected ? [{ line, corrected }] : [];
    })
    .toSorted((a, b) => a.corrected.place - b.corrected.place);
}

/** Number of the line in the УПД, or 0. */
function findPlace({ lines }: UpdDocument, { title, ratePercent, isService }: ReturnedGoods): number {
  return (
    1 +
    lines.findIndex(
      (line) => line.title === title && line.ratePercent === ratePercent && line.isService === isService,
    )
  );
}

/** Returns the line after the return, or null if the УПД has no such line or not so much in it. */
function takeOut(standing: UpdDocument, returned: ReturnedGoods): CorrectedLine | null {
  const place = findPlace(standing, returned);
  const line = standing.lines[place - 1];
  if (!line) return null;
  const gross = kopecks(line.gross + returned.gross);
  const quantity = line.isService ? line.quantity : line.quantity + returned.centilitres;
  const isCovered = gross >= 0 && quantity >= 0 && (line.isService || quantity > 0 || gross === 0);
  return isCovered ? { place, quantity, gross } : null;
}
