import { sql } from 'kysely';
import type { Database, Db } from '../../../../db/database.ts';
import { FileChanged, FileGone, type FileStore } from '../../../../gateways/file-storage/file-store.ts';
import { CHAIN_START, evidenceHash, readEvidence, type EvidenceRow } from './evidence.ts';
import {
  countUnprovenDocuments,
  readChain,
  readChainEnds,
  readDocumentStates,
  type DocumentState,
} from './evidence-store.ts';
import { unpackFigures } from '../closing/frozen-figures.ts';

export interface EvidenceReport {
  rows: number;
  files: number;
  /** A sentence for everything that is not as it was signed. Empty means that all is well. */
  problems: string[];
  /**
   * Number of confirmed or disputed documents without any evidence. They were seeded, or confirmed before the log
   * existed.
   */
  unproven: number;
}

/** A file with evidence, and what to call it in a problem. */
interface SignedFile {
  where: string;
  sha256: string;
  /** The figures from which a signed file was made: they name further files. */
  isFigures: boolean;
}

/**
 * Checks every chain of evidence from beginning to end: hashes, places, the columns next to the records, the
 * documents as they are now, and the bytes of their files. Changes nothing.
 */
export async function verifyEvidence(about: { db: Database; files: FileStore }): Promise<EvidenceReport> {
  const { signed, ...report } = await readChains(about.db);
  for (const file of signed) report.problems.push(...(await fileProblems(about.files, file)));
  return { ...report, files: signed.filter(({ isFigures }) => !isFigures).length };
}

/**
 * Reads everything as of one moment, so signatures made meanwhile are not included. The files need no such moment:
 * their bytes never change.
 */
function readChains(db: Database) {
  return db.system
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx: Db) => {
      await sql`set local statement_timeout = '15min'`.execute(tx);
      const seen = {
        rows: 0,
        problems: [] as string[],
        unproven: await countUnprovenDocuments(tx),
        signed: [] as SignedFile[],
      };
      for (const end of await readChainEnds(tx)) {
        const chain = await readChain(tx, end.companyId);
        const states = await readDocumentStates(tx, end.companyId);
        const documents = compareDocuments(end.companyId, chain, states);
        seen.rows += chain.length;
        seen.problems.push(...chainProblems(chain, end), ...documents.problems);
        seen.signed.push(...documents.signed);
      }
      return seen;
    });
}

function chainProblems(
  chain: readonly EvidenceRow[],
  end: { companyId: number; place: number; hash: Buffer },
): string[] {
  const problems: string[] = [];
  let previous: Buffer = CHAIN_START;
  for (const [index, row] of chain.entries()) {
    const where = `company ${row.companyId}, row ${row.place}`;
    if (row.place !== index + 1) problems.push(`${where}: row ${index + 1} is missing before it`);
    if (!row.previousHash.equals(previous)) problems.push(`${where}: does not follow the row before it`);
    if (!row.hash.equals(evidenceHash(row.previousHash, row.text)))
      problems.push(`${where}: the record has been changed`);
    else if (!agrees(row)) problems.push(`${where}: its columns say something else than its record`);
    previous = row.hash;
  }
  if (chain.length !== end.place || !previous.equals(end.hash))
    problems.push(`company ${end.companyId}: the chain ends at row ${chain.length}, not at ${end.place}`);
  return problems;
}

function agrees(row: EvidenceRow): boolean {
  const record = readEvidence(row);
  return (
    record.place === row.place &&
    record.act === row.act &&
    record.document.id === row.documentId &&
    record.company.id === row.companyId &&
    record.at === row.at.toISOString()
  );
}

function compareDocuments(
  companyId: number,
  chain: readonly EvidenceRow[],
  states: Awaited<ReturnType<typeof readDocumentStates>>,
): { problems: string[]; signed: SignedFile[] } {
  const problems: string[] = [];
  const signed: SignedFile[] = [];
  for (const [documentId, input] of Map.groupBy(chain, (row) => row.documentId)) {
    const where = `company ${companyId}, document ${documentId}`;
    const state = states.get(documentId);
    const hashes = new Set(input.map((row) => hashIn(row)));
    if (!state) {
      problems.push(`${where}: is gone`);
      continue;
    }
    if (state.sha256 === null || !hashes.has(state.sha256) || hashes.size > 1)
      problems.push(`${where}: another file has taken the place of the one that was signed`);
    if (!timesMatchState(input, state)) problems.push(`${where}: its state is not what was said about it`);
    for (const sha256 of hashes) signed.push({ where, sha256, isFigures: false });
    const figures = new Set(input.flatMap((row) => listFigures(row)));
    if ([...figures].some((sha256) => sha256 !== state.figures))
      problems.push(`${where}: other figures have taken the place of those that it was made from`);
    for (const sha256 of figures) signed.push({ where, sha256, isFigures: true });
  }
  return { problems, signed };
}

async function fileProblems(files: FileStore, file: SignedFile): Promise<string[]> {
  const { where, sha256, isFigures } = file;
  try {
    const bytes = await files.read(sha256);
    const parts = isFigures ? unpackFigures(bytes).parts : [];
    for (const part of parts) await files.read(part.sha256);
    return [];
  } catch (error) {
    return [
      `${where}: ${isFigures ? 'a file of its figures' : 'its file'} ${fileProblem(error)} (${sha256})`,
    ];
  }
}

/** An unavailable store proves nothing about the file, so no one is accused. */
function fileProblem(error: unknown): string {
  if (error instanceof FileGone) return 'is gone';
  if (error instanceof FileChanged) return 'is no longer the one that was signed';
  return `could not be read: ${error instanceof Error ? error.message : String(error)}`;
}

function timesMatchState(
  input: readonly EvidenceRow[],
  state: Pick<DocumentState, 'receivedAt' | 'objectedAt'>,
): boolean {
  const last = (act: EvidenceRow['act']): number | null =>
    input.findLast((row) => row.act === act)?.at.getTime() ?? null;
  return (
    (state.receivedAt?.getTime() ?? null) === last('accepted') &&
    (state.objectedAt?.getTime() ?? null) === last('objected')
  );
}

/** A record that can no longer be read was reported with its row. */
function hashIn(row: EvidenceRow): string {
  try {
    return readEvidence(row).document.sha256;
  } catch {
    return '';
  }
}

/** Returns the figures, or none for documents that were signed before figures were stored. */
function listFigures(row: EvidenceRow): string[] {
  try {
    const { figures } = readEvidence(row).document;
    return figures === undefined ? [] : [figures];
  } catch {
    return [];
  }
}
