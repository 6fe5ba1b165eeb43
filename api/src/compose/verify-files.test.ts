import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '../db/database.ts';
import { hashSha256Hex } from '../lib/secrets.ts';
import { bankFileBytes } from '../modules/money/bank/file/example-bank-file.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { givenCompany, givenStaff } from '../testing/givens/factories.ts';
import { bankFileDocument, givenBankFile, makeStatement } from '../testing/givens/given-bank-file.ts';
import { verifyFiles, type FilesReport } from './verify-files.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

const folder = (): string => path.join(api.ctx.config.dataDir, 'files');

function verified(): Promise<FilesReport> {
  const present = readdirSync(folder(), { recursive: true, encoding: 'utf8' })
    .map((file) => path.basename(file))
    .filter((name) => name.length === 64);
  return verifyFiles({ db: api.ctx.db, files: api.ctx.files, present });
}

test('a file that is missing, changed or unreferenced is reported', async () => {
  const { inn } = await givenCompany(api);
  const bytes = bankFileBytes(makeStatement(bankFileDocument({ inn })));
  await givenBankFile(api, await givenStaff(api), new Uint8Array(bytes));
  const name = hashSha256Hex(bytes);
  expect(await verified()).toEqual({ files: 1, problems: [], unnamed: [] });

  const newer = await api.ctx.files.put(Buffer.from('newer than the database'));
  expect(await verified()).toEqual({ files: 1, problems: [], unnamed: [newer] });

  const file = path.join(folder(), name.slice(0, 2), name);
  writeFileSync(file, 'other');
  expect((await verified()).problems).toEqual([`file ${name} of bank_statement 1 has been changed`]);
  rmSync(file);
  expect((await verified()).problems).toEqual([`file ${name} of bank_statement 1 is missing`]);
});

/** Hashes of texts that stand in the database or the program themselves. */
const NO_FILES = ['consent_act', 'consent_version', 'migration', 'terms_acceptance', 'terms_version'];

test('every column of the schema that names a file is checked', async () => {
  const columns = await rows(
    api.ctx.db.system,
    sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name like '%sha256%' and not table_name = any(${NO_FILES}::text[])
      order by 1`,
  );
  expect(columns.map((column) => column.name)).toEqual([
    'bank_statement.file_sha256',
    'network_invoice.file_sha256',
    'stored_file.sha256',
  ]);
});
