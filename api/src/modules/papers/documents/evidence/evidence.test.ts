import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { askOwner } from '../../../../testing/ask-owner.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import { closeMonth } from '../../../../testing/givens/close-month.ts';
import { compressPdf } from '../../../../testing/compress-pdf.ts';
import { givenDocument, givenPdf } from '../../../../testing/givens/given-document.ts';
import { givenSales } from '../../../../testing/givens/given-sales.ts';
import { readPdfText } from '../../../../testing/read-pdf-text.ts';
import { FileStoreUnavailable } from '../../../../gateways/file-storage/file-store.ts';
import { renderPdf } from '../../../../lib/pdf/pdf.ts';
import { readEvidence, type EvidenceRecord } from './evidence.ts';
import { appendEvidence, readChain } from './evidence-store.ts';
import { verifyEvidence } from './verify-evidence.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

let serial = 0;

/** A report of two pages; `compressed` as newer programs write it. */
async function givenReport(
  company: GivenCompany,
  compressed = false,
): Promise<{ id: number; bytes: Buffer }> {
  serial += 1;
  const title = `Отчёт № ${serial}`;
  const plain = await renderPdf({
    title,
    author: 'ООО «Магистраль»',
    dateIso: '2026-08-31',
    content: [{ text: 'Первая страница отчёта' }, { text: 'Вторая', pageBreak: 'before' }],
  });
  const bytes = compressed ? compressPdf(plain) : plain;
  return { id: await givenDocument(api, staff, company, { title, file: bytes }), bytes };
}

async function decide(person: GivenPerson, id: number, comment?: string): Promise<void> {
  const sms = await givenCode(api, person, comment ? 'objection' : 'document', id);
  const body = { partner_id: 2, date: '2026-08', id, sms, ...(comment ? { comment } : {}) };
  const call = comment ? 'sendObjection' : 'acceptDoc';
  const answer = await api.post(`/api/doc/${call}`, { token: person.token, json: body });
  expect(answer.status).toBe(200);
}

function download(person: GivenPerson, id: number, what = 'download') {
  return api.get(`/api/doc/${id}/${what}`, { token: person.token });
}

const verify = () => verifyEvidence(api.ctx);

/** Changes the database directly, past the program and its triggers. */
async function tamper(statement: string): Promise<void> {
  await askOwner(api, `set session_replication_role = replica; ${statement}`);
}

describe('the evidence', () => {
  test('§4.31 §4.32 evidence has who, when, where, the message and the file’s hash, never the code', async () => {
    const company = await givenCompany(api);
    const { id, bytes } = await givenReport(company);
    const sms = await givenCode(api, company.admin, 'objection', id);
    await api.post('/api/doc/sendObjection', {
      token: company.admin.token,
      headers: { 'user-agent': 'Checking/1.0' },
      json: { partner_id: 2, date: '2026-08', id, sms, comment: 'Не сходятся литры' },
    });
    await decide(company.admin, id);
    const chain = await readChain(api.ctx.db.system, company.id);
    expect(chain.map((row) => [row.place, row.act])).toEqual([
      [1, 'objected'],
      [2, 'accepted'],
    ]);
    const [first] = chain.map(readEvidence);
    expect(first).toMatchObject({
      comment: 'Не сходятся литры',
      at: api.clock.now().toISOString(),
      document: { id, month: '2026-08', sha256: createHash('sha256').update(bytes).digest('hex') },
      company: { id: company.id, inn: company.inn },
      signer: { userId: company.admin.id, name: 'Дорожкина Анна', phone: company.admin.phone, role: 'admin' },
      from: { ip: '127.0.0.1', userAgent: 'Checking/1.0' },
      sms: {
        purpose: 'objection',
        subject: String(id),
        phone: company.admin.phone,
        text: expect.stringMatching(/^Код ••••••: возражение по «Отчёт № \d+» за август 2026\sгода/),
        provider: 'outbox',
        providerMessageId: expect.stringMatching(/^outbox-/),
        sentAt: api.clock.now().toISOString(),
        wrongTries: 0,
      },
      agreement: { version: 1 },
    });
    expect(first?.signer.sessionId).toBeGreaterThan(0);
    expect(chain[0]?.text).not.toContain(sms);
    expect(await verify()).toMatchObject({ problems: [] });
  });

  test('neither the program nor a mistake of ours can change or empty the log', async () => {
    const company = await givenCompany(api);
    const { id } = await givenReport(company);
    await decide(company.admin, id);
    for (const statement of [
      sql`update document_evidence set record = '{}' where document_id = ${id}`,
      sql`delete from document_evidence where document_id = ${id}`,
    ]) {
      await expect(statement.execute(api.ctx.db.system)).rejects.toThrow(/only grows|permission denied/);
    }
  });

  test('two who sign at once have one chain', async () => {
    const company = await givenCompany(api);
    const colleague = await givenPerson(api, { companyId: company.id, role: 'manager' });
    const documents = [await givenReport(company), await givenReport(company)];
    await Promise.all([
      decide(company.admin, documents[0]?.id ?? 0),
      decide(colleague, documents[1]?.id ?? 0),
    ]);
    expect((await readChain(api.ctx.db.system, company.id)).map((row) => row.place)).toEqual([1, 2]);
    expect((await verify()).problems).toEqual([]);
  });
});

describe('the documents of a signature', () => {
  test.each([
    ['of ours', false],
    ['with compressed references', true],
  ])(
    'a confirmed document %s has the mark on its page, after the signed bytes',
    async (_kind, compressed) => {
      const company = await givenCompany(api);
      const { id, bytes } = await givenReport(company, compressed);
      expect((await download(company.admin, id)).bytes.equals(bytes)).toBe(true);
      await decide(company.admin, id);
      const signed = (await download(company.admin, id)).bytes;
      expect(signed.subarray(0, bytes.length).equals(bytes)).toBe(true);
      const text = readPdfText(signed);
      expect(text).toContain('Первая страница отчёта');
      expect(text).toContain('Вторая');
      expect(text).toContain('Подписано простой электронной подписью');
      expect(text).toContain('Дорожкина Анна');
      expect(text).toMatch(/Телефон \+7 \*\*\* \*\*\*-\d\d-\d\d, 15\.09\.2026 12:00:00 МСК/);
      expect(text).not.toContain(company.admin.phone);
      // The page with the mark does not number the pages before it.
      expect(text.match(/страница \d/g)).toHaveLength(2);
      expect(execFileSync('pdfinfo', ['-'], { input: signed }).toString()).toMatch(/Pages:\s+3/);
      // The stored original is untouched.
      expect((await verify()).problems).toEqual([]);
    },
  );

  test('a УПД with its invoice is received, not signed, by a code', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id, { balanceKopecks: 1_000_00 });
    await givenSales(api, card, [{ sum: 100_00, at: '2026-09-10T10:00:00+03:00' }]);
    const { token } = company.admin;
    await closeMonth(api, staff, '2026-09');
    const { data } = (await api.get('/api/doc', { token })).body;
    const signedAs = async (title: string) => {
      const { id } = data['2026-09'].find((row: { title: string }) => row.title.startsWith(title));
      const sms = await givenCode(api, company.admin, 'document', id);
      const json = { partner_id: card.partnerId, date: '2026-09', id, sms };
      expect((await api.post('/api/doc/acceptDoc', { token, json })).status).toBe(200);
      const pdfs = [await download(company.admin, id), await download(company.admin, id, 'signature')];
      return pdfs.map(({ bytes }) => readPdfText(bytes)) as [string, string];
    };
    for (const text of await signedAs('УПД')) {
      expect(text).toContain('Получение подтверждено');
      expect(text).toContain('усиленной квалифицированной');
      expect(text).not.toMatch(/Подписано простой|Подписал |Код из СМС подтверждает передаточный/);
    }
    const [register, sheet] = await signedAs('Реестр');
    expect(register).toContain('Подписано простой электронной подписью');
    expect(sheet).toContain('Документ подтверждён');
    expect((await readChain(api.ctx.db.system, company.id)).map(readEvidence)).toMatchObject([
      { document: { kind: 'upd' } },
      { document: { kind: 'register' } },
    ]);
    expect((await verify()).problems).toEqual([]);
  });

  test('a PDF that can’t be added to goes out as it was signed, and its sheet is there', async () => {
    const company = await givenCompany(api);
    const file = givenPdf('скан');
    const id = await givenDocument(api, staff, company, { title: 'Скан', file });
    await decide(company.admin, id);
    expect((await download(company.admin, id)).bytes.toString('utf8')).toBe(file);
    expect((await download(company.admin, id, 'signature')).status).toBe(200);
  });

  test('the signature sheet shows everything that is stored', async () => {
    const company = await givenCompany(api);
    const { id } = await givenReport(company);
    expect((await download(company.admin, id, 'signature')).status).toBe(404);
    await decide(company.admin, id, 'В реестре нет двух заправок');
    await decide(company.admin, id);
    const answer = await download(company.admin, id, 'signature');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const text = readPdfText(answer.bytes);
    for (const phrase of [
      'В реестре нет двух заправок',
      'Направлено возражение',
      'Документ подтверждён',
      'Код ••••••',
      'IP 127.0.0.1',
      'редакция № 1',
      `+${company.admin.phone}`,
    ]) {
      expect(text).toContain(phrase);
    }
    const { data } = (await api.get('/api/doc', { token: company.admin.token })).body;
    expect(data['2026-08'][0].signature).toBe(`/api/doc/${id}/signature`);
  });

  test.each<[string, string | undefined, (id: number) => string | undefined]>([
    ['подтверждение, документ № ', 'document', (id) => String(id)],
    ['подтверждение, август 2026 г.', 'document', () => '2026-08'],
    ['подтверждение, август 2026 г., партнёр № 2', 'document', () => '2:2026-08'],
    ['подтверждение', 'document', () => undefined],
    ['любое одно действие', undefined, () => undefined],
  ])('the signature sheet says what the code was asked for: %s', async (phrase, purpose, makeSubject) => {
    const company = await givenCompany(api);
    const { id } = await givenReport(company);
    const sms = await givenCode(api, company.admin, purpose, makeSubject(id));
    const json = { partner_id: 2, date: '2026-08', id, sms };
    expect((await api.post('/api/doc/acceptDoc', { token: company.admin.token, json })).status).toBe(200);
    const sheet = readPdfText((await download(company.admin, id, 'signature')).bytes);
    expect(sheet).toMatch(new RegExp(`Код запрошен на\\s+${phrase.replaceAll('.', '\\.')}`));
  });

  test('an old record without purpose and subject still verifies, and has its sheet', async () => {
    const company = await givenCompany(api);
    const { id } = await givenReport(company);
    await decide(company.admin, id);
    const [stored] = (await readChain(api.ctx.db.system, company.id)).map(readEvidence);
    const { purpose: _purpose, subject: _subject, ...sms } = stored?.sms ?? ({} as EvidenceRecord['sms']);
    const { place: _place, ...input } = stored as EvidenceRecord;
    await api.ctx.db.inSystem((tx) => appendEvidence(tx, company.id, [{ ...input, sms }]));
    expect((await verify()).problems).toEqual([]);
    const sheet = readPdfText((await download(company.admin, id, 'signature')).bytes);
    expect(sheet.match(/Код запрошен на/g)).toHaveLength(1);
    expect(sheet.match(/Текст СМС/g)).toHaveLength(2);
  });

  test('evidence is not for another company or an anonymous caller', async () => {
    const company = await givenCompany(api);
    const other = await givenCompany(api);
    const { id } = await givenReport(company);
    await decide(company.admin, id);
    expect((await download(other.admin, id, 'signature')).status).toBe(404);
    expect((await api.get(`/api/doc/${id}/signature`)).status).toBe(401);
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await download(specialist, id, 'signature')).status).toBe(200);
  });
});

describe('signing while the evidence log is read', () => {
  test('a signature made during the verification is not reported as tampered', async () => {
    const [company, busy] = [await givenCompany(api), await givenCompany(api)];
    await decide(company.admin, (await givenReport(company)).id);
    await decide(busy.admin, (await givenReport(busy)).id);
    const { id } = await givenReport(busy);
    let signing: Promise<void> | null = null;
    const files = {
      ...api.ctx.files,
      read: async (sha256: string) => {
        await (signing ??= decide(busy.admin, id));
        return api.ctx.files.read(sha256);
      },
    };
    expect(await verifyEvidence({ db: api.ctx.db, files })).toMatchObject({ problems: [] });
    expect(signing).not.toBeNull();
    expect(await readChain(api.ctx.db.system, busy.id)).toHaveLength(2);
  });
});

describe('a store of files that is away', () => {
  test('evidence with an unreadable file is not reported as tampered', async () => {
    const company = await givenCompany(api);
    const { id } = await givenReport(company);
    await decide(company.admin, id);
    const files = {
      ...api.ctx.files,
      read: () => Promise.reject(new FileStoreUnavailable('storage.example cannot be reached')),
    };
    const { problems } = await verifyEvidence({ db: api.ctx.db, files });
    expect(problems.join()).toContain(
      `document ${id}: its file could not be read: storage.example cannot be reached`,
    );
    expect(problems.join()).not.toContain('no longer the one that was signed');
  });
});

describe('tampering is found', () => {
  async function signed() {
    const company = await givenCompany(api);
    const documents = [await givenReport(company), await givenReport(company)];
    for (const { id } of documents) await decide(company.admin, id);
    expect((await verify()).problems).toEqual([]);
    const [first, second] = documents as [(typeof documents)[0], (typeof documents)[0]];
    return { company, first, second };
  }

  async function problemsAfter(statement: string): Promise<string> {
    await tamper(statement);
    return (await verify()).problems.join('\n');
  }

  test('a changed record, also where its own hash was written anew', async () => {
    const { company, first } = await signed();
    const where = `company_id = ${company.id} and place = 1`;
    expect(
      await problemsAfter(
        `update document_evidence set record = replace(record, 'Анна', 'Инна') where ${where}`,
      ),
    ).toContain(`company ${company.id}, row 1: the record has been changed`);
    expect(
      await problemsAfter(
        `update document_evidence set hash = sha256(previous_hash || convert_to(record, 'UTF8')) where ${where}`,
      ),
    ).toContain(`company ${company.id}, row 2: does not follow the row before it`);
    await tamper(
      `update document_evidence set record = replace(record, 'Инна', 'Анна') where ${where};
       update document_evidence set hash = sha256(previous_hash || convert_to(record, 'UTF8')) where ${where}`,
    );
    expect(first.id).toBeGreaterThan(0);
    expect((await verify()).problems).toEqual([]);
  });

  test('a removed row, a changed column and a withdrawn confirmation are reported', async () => {
    const { company, second } = await signed();
    const at = `company_id = ${company.id}`;
    await tamper(`create table if not exists kept_evidence as select * from document_evidence where false`);
    for (const place of [1, 2]) {
      await tamper(
        `insert into kept_evidence select * from document_evidence where ${at} and place = ${place};
         delete from document_evidence where ${at} and place = ${place}`,
      );
      expect((await verify()).problems.join()).toContain(
        place === 1 ? 'row 1 is missing before it' : 'the chain ends at row 1, not at 2',
      );
      await tamper(
        `insert into document_evidence overriding system value select * from kept_evidence; delete from kept_evidence`,
      );
    }
    expect(
      await problemsAfter(`update document_evidence set act = 'objected' where ${at} and place = 2`),
    ).toContain('its columns say something else');
    await tamper(`update document_evidence set act = 'accepted' where ${at} and place = 2`);
    expect(
      await problemsAfter(`update month_document set received_at = null where id = ${second.id}`),
    ).toContain(`document ${second.id}: its state is not what was said about it`);
    await tamper(
      `update month_document document set received_at = evidence.at from document_evidence evidence
       where evidence.document_id = document.id and document.id = ${second.id}`,
    );
    expect((await verify()).problems).toEqual([]);
  });

  test('another file in the place of the signed one, and a changed byte of it', async () => {
    const { first, second } = await signed();
    const swapRows = (from: number, to: number) =>
      `update month_document set file_id = (select file_id from month_document where id = ${from}) where id = ${to}`;
    await tamper(`alter table month_document add column if not exists kept_file bigint;
      update month_document set kept_file = file_id where id = ${second.id}; ${swapRows(first.id, second.id)}`);
    expect((await verify()).problems.join()).toContain(
      `document ${second.id}: another file has taken the place of the one that was signed`,
    );
    await tamper(`update month_document set file_id = kept_file where id = ${second.id}`);
    const sha256 = createHash('sha256').update(first.bytes).digest('hex');
    const file = path.join(api.ctx.config.dataDir, 'files', sha256.slice(0, 2), sha256);
    const changed = Buffer.from(first.bytes);
    changed[changed.length - 100] = (changed[changed.length - 100] ?? 0) ^ 1;
    await writeFile(file, changed);
    expect((await verify()).problems).toEqual([
      expect.stringContaining(`document ${first.id}: its file is no longer the one that was signed`),
    ]);
    await writeFile(file, first.bytes);
    expect((await verify()).problems).toEqual([]);
  });
});

describe('the distribution letters', () => {
  test.each([2021, 2022, 2023])(
    '§1.34 the distribution letter of %i is for everyone, with the operator’s requisites',
    async (year) => {
      const answer = await api.get(`/api/doc/letter/${year}`);
      expect(answer.status).toBe(200);
      const text = readPdfText(answer.bytes);
      expect(text).toContain(`Распределительное письмо за ${year} год`);
      expect(text).toContain(api.ctx.config.operator.requisites.inn);
      expect(text).toContain(api.ctx.config.operator.requisites.account);
    },
  );

  test.each(['2020', '2024', '20211', 'letter'])('there is none of %s', async (year) => {
    expect([400, 404]).toContain((await api.get(`/api/doc/letter/${year}`)).status);
  });
});
