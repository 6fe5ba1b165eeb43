import { Readable } from 'node:stream';
import { DESK_PART_TITLE, MAX_DESK_BYTES, type DeskPart } from '#contract/companies/company-desk.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { notFound, Refusal } from '../../../errors.ts';
import type { FileAnswer } from '../../../http/call.ts';
import { fileName } from '../../../lib/file-name.ts';
import { type ZippedFile, zipFiles } from '../../../lib/zip-files.ts';
import { findRole, listMemberships, nameMember, type Membership } from '../../messaging/users/memberships.ts';
import { formatForMonth } from '../../papers/documents/closing/format-month.ts';
import {
  countDocumentsOfMonth,
  type DocumentsOfMonth,
} from '../../papers/documents/closing/count-undecided-documents.ts';
import { MONTH_FILES, type MonthFile } from './month-files.ts';

export interface MonthOfCompanies {
  userId: number;
  companyIds: readonly number[];
  /** `YYYY-MM` */
  month: string;
}

export interface CompanyPreview extends DocumentsOfMonth {
  id: number;
  title: string;
}

/** Returns what the named companies have of a month, by one query. 404 where the caller has no role in one of them. */
export async function previewMonth(ctx: Context, requested: MonthOfCompanies): Promise<CompanyPreview[]> {
  const companies = await requireMemberships(ctx, requested);
  const scopes = companies.map(({ companyId }) => mintCompanyScope(companyId));
  const counts = await countDocumentsOfMonth(ctx.db.system, scopes, requested.month);
  return companies.map(({ companyId, title }) => ({
    id: companyId,
    title,
    ...(counts.get(companyId) ?? { documents: 0, undecided: 0 }),
  }));
}

/**
 * Sends the files of a month of several companies as one ZIP, made and sent one file after the other. Each company's audit log
 * has a line. The role is read again before each company's folder. 404 where the caller has no role in one of the companies.
 */
export async function downloadMonth(
  ctx: Context,
  requested: MonthOfCompanies & { parts: readonly DeskPart[]; ip: string },
): Promise<FileAnswer> {
  const companies = await requireMemberships(ctx, requested);
  const { userId, month, parts, ip } = requested;
  await ctx.db.inSystem(async (tx) => {
    for (const company of companies) {
      nameMember(company);
      await recordEvent(tx, {
        at: ctx.clock.now(),
        what: 'desk-month-taken',
        userId,
        companyId: company.companyId,
        ip,
        after: { month, deskParts: parts },
      });
    }
  });
  return {
    file: Readable.from(makeZip(ctx, companies, { userId, month, parts })),
    name: `${fileName(`Компании ${formatForMonth(month)}`)}.zip`,
    mime: 'application/zip',
  };
}

async function requireMemberships(
  ctx: Context,
  { userId, companyIds }: MonthOfCompanies,
): Promise<Membership[]> {
  const now = ctx.clock.now();
  const all = await listMemberships(ctx.db.system, { userId, now });
  const found = all.filter(({ companyId }) => companyIds.includes(companyId));
  if (found.length < companyIds.length) throw notFound('Компания не найдена');
  return found;
}

type Wanted = { userId: number; month: string; parts: readonly DeskPart[] };

async function* makeZip(
  ctx: Context,
  companies: readonly Membership[],
  wanted: Wanted,
): AsyncGenerator<Uint8Array> {
  const sent = { bytes: 0 };
  for await (const part of zipFiles(listFilesOfAll(ctx, companies, { ...wanted, sent }))) {
    sent.bytes += part.length;
    yield part;
  }
}

/** Lists the files of all companies, and last what is missing. A company that would begin beyond the limit is missing, too. */
async function* listFilesOfAll(
  ctx: Context,
  companies: readonly Membership[],
  { sent, ...wanted }: Wanted & { sent: { bytes: number } },
): AsyncGenerator<ZippedFile> {
  const left: string[] = [];
  const at = ctx.clock.now();
  for (const company of companies) {
    if (sent.bytes <= MAX_DESK_BYTES) {
      for await (const made of listFiles(ctx, company, { ...wanted, left })) yield { ...made, at };
      continue;
    }
    const limit = `${MAX_DESK_BYTES / 1_000_000} МБ`;
    left.push(`${company.title}: файл уже больше ${limit}, скачайте эту компанию отдельно`);
  }
  if (left.length === 0) return;
  const file = Buffer.from(`\ufeff${left.join('\r\n')}\r\n`);
  yield { name: 'Что не вошло.txt', at, file, isPacked: false };
}

/** Lists the files of a company in its folder. What it has not, or may not be read any more, is added to `left`. */
async function* listFiles(
  ctx: Context,
  { companyId, title, inn }: Membership,
  { userId, month, parts, left }: Wanted & { left: string[] },
): AsyncGenerator<MonthFile> {
  const folder = fileName(`${title}, ИНН ${inn}`);
  for (const part of parts) {
    // A delegation may end while the archive is on its way.
    const role = await findRole(ctx.db.system, { userId, companyId, now: ctx.clock.now() });
    if (role === 'none') {
      left.push(`${title}: доступ к компании закончился`);
      return;
    }
    try {
      const company = { scope: mintCompanyScope(companyId), title, month };
      for await (const made of MONTH_FILES[part](ctx, company))
        yield { ...made, name: `${folder}/${made.name}` };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      left.push(`${title}: ${DESK_PART_TITLE[part].toLowerCase()}: ${error.message}`);
    }
  }
}
