import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { vatSchedule, vatRateOn } from '../../../lib/vat.ts';
import { LAW_BY_DATE } from '#contract/values/law-by-date.ts';
import { iterateSeals } from '../../../audit/sealed-period.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { enterCompany, getOnlyRow, type Db } from '../../../db/database.ts';
import { badRequest, conflict } from '../../../errors.ts';
import { zipFiles, type ZippedFile } from '../../../lib/zip-files.ts';
import { findCompany } from '../../companies/companies/companies.ts';
import { unpackFigures } from '../documents/closing/frozen-figures.ts';
import {
  iterateAdvances,
  iterateChainEnds,
  iterateDocuments,
  iterateEvidence,
  iterateOffsets,
  iterateTransfers,
  listAccounts,
  listBundledCompanies,
  toMoments,
  type BundledDays,
} from './bundle-store.ts';
import { deriveSigningKey } from './signing-key.ts';

export interface BundleInput {
  /** Null for all companies. */
  scope: CompanyScope | null;
  days: BundledDays;
  /** Secret that the signing key is derived from. */
  secret: string;
  /** A larger bundle is refused. Default: what a ZIP may be. */
  maxBytes?: number;
}

/** A file of the bundle as its manifest names it. */
interface ListedFile {
  name: string;
  rows: number;
  bytes: number;
  sha256: string;
}

type Row = Record<string, unknown>;
type RowSource = AsyncIterable<readonly Row[]>;

/** Precedes the hash of the file in what its last 64 bytes sign. */
const FILE_SIGNATURE_HEAD = 'magistral-bundle-file\n';
const SIGNATURE_BYTES = 64;
/** The end of a ZIP without a comment; the length of the comment is its last two bytes. */
const ZIP_END_BYTES = 22;
/** A ZIP without the 64-bit extension ends here. */
const MAX_ZIP_BYTES = 0xf0_00_00_00;

/**
 * Writes the signed bundle of some days through `write`, part by part: books, documents with their figures, evidence and
 * seals, as of one moment (docs/bundle.md). Memory does not grow with the days. Refuses: 400 it is larger than `maxBytes`;
 * 409 another bundle of the same company, or another one of all, is being written.
 */
export function writeBundle(
  ctx: Context,
  { scope, days, secret, maxBytes = MAX_ZIP_BYTES }: BundleInput,
  write: (part: Uint8Array) => Promise<void>,
): Promise<void> {
  const key = deriveSigningKey(secret);
  return ctx.db.system
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = '15min'`.execute(tx);
      await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(tx);
      await takeTurn(tx, scope);
      const hash = createHash('sha256');
      let bytes = 0;
      const put = async (part: Uint8Array): Promise<void> => {
        if (part.length === 0) return;
        hash.update(part);
        bytes += part.length;
        if (bytes > maxBytes) throw badRequest('Пакет слишком большой: выберите меньше дней');
        await write(part);
      };
      let last: Uint8Array = Buffer.alloc(0);
      for await (const part of zipFiles(listFiles(ctx, tx, { scope, days, key }))) {
        await put(last);
        last = part;
      }
      await put(announceComment(last));
      await write(key.sign(Buffer.concat([Buffer.from(FILE_SIGNATURE_HEAD), hash.digest()])));
    });
}

/** The last part of the ZIP, which ends with a record that says how long its comment is. */
function announceComment(part: Uint8Array): Uint8Array {
  if (part.length < ZIP_END_BYTES) throw new Error('the end of the ZIP is in two parts');
  const copy = Buffer.from(part);
  copy.writeUInt16LE(SIGNATURE_BYTES, copy.length - 2);
  return copy;
}

async function takeTurn(tx: Db, scope: CompanyScope | null): Promise<void> {
  const { taken } = await getOnlyRow(
    tx,
    sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('bundle'), ${(scope?.companyId ?? 0) % 2 ** 31}::int) as taken`,
  );
  if (!taken) throw conflict('Этот пакет уже собирается: дождитесь его и попробуйте ещё раз');
}

type Making = Pick<BundleInput, 'scope' | 'days'> & { key: ReturnType<typeof deriveSigningKey> };

/** The files in their order; the manifest comes last, because it has the hashes of the others. */
async function* listFiles(ctx: Context, tx: Db, making: Making): AsyncGenerator<ZippedFile> {
  const { scope, days, key } = making;
  const at = ctx.clock.now();
  const companyId = scope?.companyId ?? null;
  const listed: ListedFile[] = [];
  const lines = (name: string, source: RowSource): ZippedFile => ({
    name,
    at,
    file: writeLines(name, source, listed),
    isPacked: false,
  });
  const company = scope ? await findCompany(tx, scope.companyId) : null;
  const audit = { ...toMoments(days), withLines: scope === null };
  yield lines('audit_seals.jsonl', iterateSealRows(tx, audit));
  if (scope) await enterCompany(tx, scope);
  else yield lines('audit_lines.jsonl', iterateLineRows(tx, audit));
  yield lines('accounts.jsonl', iterateAccounts(tx, companyId, days));
  yield lines('transfers.jsonl', iterateTransfers(tx, companyId, days));
  yield lines('evidence.jsonl', iterateEvidence(tx, companyId, days));
  yield lines('evidence_ends.jsonl', iterateChainEnds(tx, companyId));
  yield lines('advances.jsonl', iterateAdvances(tx, companyId, days));
  yield lines('offsets.jsonl', iterateOffsets(tx, companyId, days));
  yield lines('vat_rates.jsonl', listOnce(listVatRates()));
  const stored = { figures: new Set<string>(), xml: new Set<string>() };
  yield lines('documents.jsonl', collectStored(iterateDocuments(tx, companyId, days), stored));
  yield lines('figures.jsonl', iterateFigures(ctx, stored.figures));
  yield lines('xml.jsonl', iterateStored(ctx, stored.xml));
  const manifest = {
    format: 'magistral-bundle',
    version: 1,
    scope: scope ? 'company' : 'programme',
    company: company && { id: company.id, inn: company.inn, title: company.title },
    from: days.from,
    to: days.to,
    made_at: at.toISOString(),
    public_key: key.publicKey,
    files: listed,
  };
  const bytes = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  yield { name: 'manifest.json', at, file: bytes, isPacked: false };
  yield { name: 'manifest.sig', at, file: key.sign(bytes), isPacked: true };
}

/** Writes rows as lines of JSON, and lists the file when its last row is written. */
async function* writeLines(name: string, source: RowSource, listed: ListedFile[]): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const file = { name, rows: 0, bytes: 0 };
  for await (const some of source) {
    const part = Buffer.from(some.map((row) => `${JSON.stringify(row)}\n`).join(''));
    hash.update(part);
    file.rows += some.length;
    file.bytes += part.length;
    yield part;
  }
  listed.push({ ...file, sha256: hash.digest('hex') });
}

/** The seals; for a company without the ids and hashes of the lines, which are not its own. */
async function* iterateSealRows(tx: Db, args: Parameters<typeof iterateSeals>[1]): AsyncGenerator<Row[]> {
  for await (const { seals } of iterateSeals(tx, { ...args, withLines: false })) {
    yield seals.map((seal) => ({
      place: seal.place,
      sealed_at: seal.sealedAt.toISOString(),
      ...(args.withLines && { ids: seal.ids, hashes: seal.hashes.toString('hex') }),
      previous_hash: seal.previousHash.toString('hex'),
      hash: seal.hash.toString('hex'),
    }));
  }
}

async function* iterateLineRows(tx: Db, args: Parameters<typeof iterateSeals>[1]): AsyncGenerator<Row[]> {
  for await (const { lines } of iterateSeals(tx, args)) yield lines.map(({ id, text }) => ({ id, text }));
}

async function* iterateAccounts(
  tx: Db,
  companyId: number | null,
  days: BundledDays,
): AsyncGenerator<readonly Row[]> {
  const ids = companyId === null ? await listBundledCompanies(tx) : [companyId];
  for (const id of ids) yield await listAccounts(tx, id, days);
}

async function* collectStored(
  documents: RowSource,
  stored: { figures: Set<string>; xml: Set<string> },
): AsyncGenerator<readonly Row[]> {
  for await (const some of documents) {
    for (const { figures, xml } of some) {
      if (typeof figures === 'string') stored.figures.add(figures);
      if (typeof xml === 'string') stored.xml.add(xml);
    }
    yield some;
  }
}

/** The figures of closed months, each followed by the parts that it names. */
async function* iterateFigures(ctx: Context, hashes: ReadonlySet<string>): AsyncGenerator<Row[]> {
  for (const sha256 of hashes) {
    const bytes = await ctx.files.read(sha256);
    yield [toStoredRow(sha256, bytes)];
    for (const part of unpackFigures(bytes).parts)
      yield [toStoredRow(part.sha256, await ctx.files.read(part.sha256))];
  }
}

async function* iterateStored(ctx: Context, hashes: ReadonlySet<string>): AsyncGenerator<Row[]> {
  for (const sha256 of hashes) yield [toStoredRow(sha256, await ctx.files.read(sha256))];
}

function toStoredRow(sha256: string, bytes: Buffer): Row {
  return { sha256, base64: bytes.toString('base64') };
}

async function* listOnce(some: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield some;
}

/** The operator's VAT rates, each from its first day on; null: the operator pays none. */
function listVatRates(): Row[] {
  const { rates, schemes } = vatSchedule();
  const laws = LAW_BY_DATE.usnVatPercent;
  const first = rates[0]?.since ?? '';
  const days = [...new Set([...rates, ...schemes, ...laws].map(({ since }) => since))]
    .filter((since) => since >= first)
    .sort();
  return days.map((since) => ({ since, percent: vatRateOn(since) }));
}
