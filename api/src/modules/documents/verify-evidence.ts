import type { Database } from '../../db/database.ts';
import { FileGone, type FileStore } from '../../gateways/file-storage/file-store.ts';
import { CHAIN_BEGINS, evidenceHash, readEvidence, type EvidenceRow } from './evidence.ts';
import { countUnprovenDocuments, readChain, readChainEnds, readDocumentStates } from './evidence-store.ts';

export interface EvidenceReport {
  rows: number;
  files: number;
  /** A sentence for each thing that is not as it was signed; empty: everything holds. */
  problems: string[];
  /** Confirmed or disputed documents without any evidence: seeded, or confirmed before the log was kept. */
  unproven: number;
}

/**
 * Checks every chain of evidence from its beginning to its end: hashes, places, the columns beside the records, the
 * documents as they stand now, and the very bytes of their files. Changes nothing.
 */
export async function verifyEvidence(about: { db: Database; files: FileStore }): Promise<EvidenceReport> {
  const { system } = about.db;
  const report: EvidenceReport = {
    rows: 0,
    files: 0,
    problems: [],
    unproven: await countUnprovenDocuments(system),
  };
  for (const end of await readChainEnds(system)) {
    const chain = await readChain(system, end.companyId);
    report.rows += chain.length;
    report.problems.push(...chainProblems(chain, end));
    report.problems.push(...(await documentProblems(about, end.companyId, chain, report)));
  }
  return report;
}

function chainProblems(
  chain: readonly EvidenceRow[],
  end: { companyId: number; place: number; hash: Buffer },
): string[] {
  const problems: string[] = [];
  let previous: Buffer = CHAIN_BEGINS;
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

async function documentProblems(
  { db, files }: { db: Database; files: FileStore },
  companyId: number,
  chain: readonly EvidenceRow[],
  report: EvidenceReport,
): Promise<string[]> {
  const problems: string[] = [];
  const states = await readDocumentStates(db.system, companyId);
  for (const [documentId, said] of Map.groupBy(chain, (row) => row.documentId)) {
    const where = `company ${companyId}, document ${documentId}`;
    const state = states.get(documentId);
    const hashes = new Set(said.map((row) => hashIn(row)));
    if (!state) {
      problems.push(`${where}: is gone`);
      continue;
    }
    if (!hashes.has(state.sha256) || hashes.size > 1)
      problems.push(`${where}: another file has taken the place of the one that was signed`);
    if (!timesAgree(said, state)) problems.push(`${where}: its state is not what was said about it`);
    for (const sha256 of hashes) {
      report.files += 1;
      await files.read(sha256).catch((error: unknown) => {
        problems.push(
          `${where}: its file is ${error instanceof FileGone ? 'gone' : 'no longer the one that was signed'} (${sha256})`,
        );
      });
    }
  }
  return problems;
}

function timesAgree(
  said: readonly EvidenceRow[],
  state: { receivedAt: Date | null; objectedAt: Date | null },
): boolean {
  const last = (act: EvidenceRow['act']): number | null =>
    said.findLast((row) => row.act === act)?.at.getTime() ?? null;
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
