import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type ApiRequest, type TestApi } from '../../../testing/api.ts';
import {
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenPdf, publishDocument } from '../../../testing/givens/given-document.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';
import { PUBLISHED_LATER } from './closing/decide-documents.ts';
import { ALREADY_ACCEPTED } from './objections/object-to-document.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

const PDF = givenPdf('закрывающий документ');

interface DocumentInput {
  company_id?: number;
  partner_id?: number;
  date?: string;
  title?: string;
  content?: string | null;
  name?: string;
  by?: GivenPerson;
}

function publish(company: GivenCompany, input: DocumentInput = {}) {
  const {
    company_id: companyId = company.id,
    partner_id: partnerId = 2,
    date: month = '2026-08',
    content = PDF,
  } = input;
  const title = input.title ?? 'УПД за август';
  return publishDocument(api, input.by ?? staff, {
    companyId,
    partnerId,
    month,
    title,
    file: content,
    ...(input.name ? { fileName: input.name } : {}),
  });
}

async function givenDocument(company: GivenCompany, input: DocumentInput = {}): Promise<number> {
  const answer = await publish(company, input);
  expect(answer.status).toBe(200);
  return answer.body.data.id;
}

async function list(company: GivenCompany, query = '') {
  return (await api.get(`/api/doc${query}`, { token: company.admin.token })).body.data;
}

interface Decision {
  sms?: string;
  partner_id?: number;
  date?: string;
  id?: number;
  comment?: string;
}

async function accept(person: GivenPerson, input: Decision = {}) {
  const sms = input.sms ?? (await givenCode(api, person, 'document', input.date ?? '2026-08'));
  return api.post('/api/doc/acceptDoc', {
    token: person.token,
    json: { partner_id: 2, date: '2026-08', ...input, sms },
  });
}

async function object(person: GivenPerson, input: Decision = {}) {
  const sms = input.sms ?? (await givenCode(api, person, 'objection', input.date ?? '2026-08'));
  const body = { partner_id: 2, date: '2026-08', comment: 'Не сходятся литры', ...input, sms };
  return api.post('/api/doc/sendObjection', { token: person.token, json: body });
}

function evidence(company: GivenCompany) {
  return rows(
    api.ctx.db.system,
    sql<{ what: string; user_id: number; ip: string; at: Date; details: Record<string, unknown> }>`
      select what, user_id, ip, at, details from audit_event
      where company_id = ${company.id} and what in ('document-accepted', 'document-objected') order by id`,
  );
}

test.each([{ json: null }, { form: '' }])(
  'calls 6: with no document named (%j) those of the partner and month are confirmed',
  async ({ json, form }) => {
    const company = await givenCompany(api);
    await givenDocument(company);
    const sms = await givenCode(api, company.admin, 'document', '2026-08');
    const input = { partner_id: 2, date: '2026-08', sms };
    const answer = await api.post('/api/doc/acceptDoc', {
      token: company.admin.token,
      ...(form === undefined ? { json: { ...input, id: json } } : { form: { ...input, id: form } }),
    });
    expect(answer.status).toBe(200);
  },
);

describe('access to documents', () => {
  test('publishing does not exist for customers', async () => {
    const company = await givenCompany(api);
    expect((await publish(company, { by: company.admin })).status).toBe(404);
    expect((await api.post('/staff/api/documents', {})).status).toBe(401);
  });

  test('§6.4 a specialist reads documents and decides nothing about them', async () => {
    const company = await givenCompany(api);
    const id = await givenDocument(company);
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await api.get('/api/doc', { token: specialist.token })).body.data).toHaveProperty('2026-08');
    expect((await api.get(`/api/doc/${id}/download`, { token: specialist.token })).status).toBe(200);
    expect((await accept(specialist, { sms: '123456' })).status).toBe(403);
    expect((await object(specialist, { sms: '123456' })).status).toBe(403);
  });

  test.each(['/api/doc', '/api/doc/1/download'])('%s needs a session', async (path) => {
    expect((await api.get(path)).status).toBe(401);
  });

  test('another company’s document can’t be seen, opened, confirmed or objected to', async () => {
    const company = await givenCompany(api);
    const id = await givenDocument(company);
    const other = await givenCompany(api);
    expect(await list(other)).toEqual({});
    expect((await api.get(`/api/doc/${id}/download`, { token: other.admin.token })).status).toBe(404);
    expect((await accept(other.admin, { id })).status).toBe(404);
    expect((await object(other.admin, { id })).status).toBe(404);
    expect((await list(company))['2026-08'][0]).toMatchObject({ id, received: null, objection: null });
  });
});

describe('publishing', () => {
  test.each<[string, DocumentInput]>([
    ['file', { content: null }],
    ['file', { content: '' }],
    ['file', { content: '<html>upd.pdf</html>' }],
    ['file', { content: '%PDF-1.7\nоборван при передаче' }],
    ['file', { content: PDF.slice(0, -8) }],
    ['company_id', { company_id: 999_999 }],
    ['partner_id', { partner_id: 9 }],
    ['date', { date: '2026-13' }],
    ['title', { title: ' ' }],
  ])('publishing is refused on %s: %j', async (field, input) => {
    const company = await givenCompany(api);
    const answer = await publish(company, input);
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.[field]?.[0]).toMatch(/[а-я]/i);
    expect(await list(company)).toEqual({});
  });

  test('§2.95 a year that has not started, and that no screen lists yet, is refused', async () => {
    const company = await givenCompany(api);
    const early = await publish(company, { date: '2027-01' });
    expect(early.body).toMatchObject({ code: 400, error_messages: { date: ['Этот год ещё не начался'] } });
    expect(await list(company)).toEqual({});
    await givenDocument(company, { date: '2026-12' });
  });

  test('a PDF is known by its content, not by its name', async () => {
    const company = await givenCompany(api);
    await givenDocument(company, { name: 'scan.exe' });
  });

  test('the same document sent twice, also at once, is one', async () => {
    const company = await givenCompany(api);
    const answers = await Promise.all([publish(company), publish(company), publish(company)]);
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    await givenDocument(company, { content: `${PDF} исправленный` });
    expect((await list(company))['2026-08']).toHaveLength(2);
  });
});

describe('list of documents', () => {
  test('§1.17 §3.23 §7.46 §2.96 documents are listed by the months of a year, newest first', async () => {
    const company = await givenCompany(api);
    await givenDocument(company, { date: '2026-03', title: 'Март' });
    const id = await givenDocument(company, { date: '2026-11', title: 'Ноябрь', partner_id: 1 });
    await givenDocument(company, { date: '2025-12', title: 'Декабрь' });
    expect(Object.keys(await list(company))).toEqual(['2026-11', '2026-03', '2025-12']);
    expect(Object.keys(await list(company, '?year=2026'))).toEqual(['2026-11', '2026-03']);
    expect(await list(company, '?year=2024')).toEqual({});
    expect((await list(company, '?year=2026'))['2026-11']).toEqual([
      {
        id,
        url: `/api/doc/${id}/download`,
        title: 'Ноябрь',
        partner_id: 1,
        partner_title: expect.stringMatching(/./),
        kind: null,
        sum: null,
        vat: null,
        published: '2026-09-15T09:00:00.000Z',
        received: null,
        objection: null,
        replaces: null,
        replaced_by: null,
        replace_reason: null,
        withdrawn: null,
        // Ten working days after its publication on 15 September, by the agreement (8.2).
        object_until: '2026-09-29',
        register: null,
        xml: null,
        making: null,
        edm: null,
        signature: null,
      },
    ]);
  });

  test.each(['26', '1999', '2101', 'abc'])(
    'a year that can have no documents (%s) is refused with the true reason',
    async (year) => {
      const company = await givenCompany(api);
      const answer = await api.get(`/api/doc?year=${year}`, { token: company.admin.token });
      expect(answer.body).toMatchObject({ code: 400, error_messages: { year: ['Год от 2000 до 2100'] } });
    },
  );
});

describe('the file', () => {
  test('the file comes as published, as an attachment with the title as its name', async () => {
    const company = await givenCompany(api);
    const id = await givenDocument(company, { title: 'Акт 8/26: сверка' });
    const answer = await api.get(`/api/doc/${id}/download`, { token: company.admin.token });
    expect(answer.bytes.toString('utf8')).toBe(PDF);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    const disposition = answer.headers.get('content-disposition') ?? '';
    expect(disposition).toMatch(/^attachment;/);
    expect(decodeURIComponent(disposition)).toContain('Акт 8 26 сверка.pdf');
  });

  test('the file’s name is intact where the title has special header characters', async () => {
    const company = await givenCompany(api);
    const id = await givenDocument(company, { title: "Акт (исправлен) Д’Юр и О'Нил" });
    const answer = await api.get(`/api/doc/${id}/download`, { token: company.admin.token });
    const [, name = ''] =
      /filename\*=UTF-8''(.*)$/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
    // RFC 8187: what a client that reads the header by its grammar accepts.
    expect(name).toMatch(/^([a-z\d!#$&+.^_`|~-]|%[\dA-F]{2})+$/i);
    expect(decodeURIComponent(name)).toBe("Акт (исправлен) Д’Юр и О'Нил.pdf");
  });

  test('the file has a plain name for a program that reads that alone (curl -OJ)', async () => {
    const company = await givenCompany(api);
    const plainName = async (title: string) => {
      const id = await givenDocument(company, { title });
      const { headers } = await api.get(`/api/doc/${id}/download`, { token: company.admin.token });
      return /filename="([^"]*)"/.exec(headers.get('content-disposition') ?? '')?.[1];
    };
    expect(await plainName('УПД № 202610-4')).toBe('UPD No 202610-4.pdf');
    expect(await plainName('Акт № 202610-4')).toBe('Akt No 202610-4.pdf');
    expect(await plainName('Щёлково – «Объезд», юг 🚚')).toBe('Shchelkovo - Obezd, yug _.pdf');
  });

  test('a file that was changed on the disk is not returned', async () => {
    const company = await givenCompany(api);
    const id = await givenDocument(company, { content: `${PDF} подмена` });
    const [stored] = await rows(
      api.ctx.db.system,
      sql<{ sha256: string }>`
        select sha256 from stored_file join month_document document on document.file_id = stored_file.id where document.id = ${id}`,
    );
    const sha256 = stored?.sha256 ?? '';
    await writeFile(
      path.join(api.ctx.config.dataDir, 'files', sha256.slice(0, 2), sha256),
      '%PDF-1.7 другое',
    );
    const answer = await api.get(`/api/doc/${id}/download`, { token: company.admin.token });
    expect(answer.status).toBe(500);
    expect(answer.bytes.toString('utf8')).not.toContain('%PDF');
  });
});

describe('confirming', () => {
  test('§1.18 §2.97 §4.31 §5.18 §7.47 all documents of the partner and month are received, and the evidence is stored', async () => {
    const company = await givenCompany(api);
    const first = await givenDocument(company);
    const second = await givenDocument(company, { title: 'Счёт-фактура' });
    await givenDocument(company, { partner_id: 1 });
    await givenDocument(company, { date: '2026-07' });
    const answer = await accept(company.admin);
    expect(answer.status).toBe(200);
    const received = api.clock.now().toISOString();
    expect(answer.body.data).toEqual({ received, confirmed: [first, second], left: [] });
    const months = await list(company);
    const times = (month: string) => months[month].map((item: { received: string | null }) => item.received);
    expect(times('2026-08')).toEqual([null, received, received]);
    expect(times('2026-07')).toEqual([null]);
    const stored = await evidence(company);
    expect(stored).toHaveLength(2);
    expect(stored[0]).toMatchObject({
      what: 'document-accepted',
      user_id: company.admin.id,
      ip: '127.0.0.1',
      at: api.clock.now(),
      details: {
        documentId: first,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        month: '2026-08',
        partnerId: 2,
      },
    });
    expect(stored[0]?.details).toHaveProperty('userAgent');
  });

  test('§7.47 a code for a month skips and names objected and later documents', async () => {
    const company = await givenCompany(api);
    const [first, disputed] = [
      await givenDocument(company),
      await givenDocument(company, { title: 'Счёт-фактура' }),
    ];
    await object(company.admin, { id: disputed });
    const sms = await givenCode(api, company.admin, 'document', '2:2026-08');
    api.clock.advanceSeconds(60);
    const late = await givenDocument(company, { title: 'Акт' });
    const { data } = (await accept(company.admin, { sms })).body;
    expect(data).toMatchObject({ confirmed: [first], left: [disputed, late] });
  });

  test('the message about a month of one network names it', async () => {
    const company = await givenCompany(api);
    const readText = async (subject: string) => {
      api.clock.advanceSeconds(60);
      await api.get(`/api/sms?purpose=document&subject=${subject}`, { token: company.admin.token });
      const { text } = api.ctx.outbox?.messages(company.admin.phone)[0] ?? {};
      return text?.replaceAll('\u00a0', ' ');
    };
    expect(await readText('1:2026-08')).toContain('документов «РН-Карт» за август 2026 года');
    expect(await readText('0:2026-08')).toContain('документов «Все сети» за август 2026 года');
  });

  test('one document where its id is sent; what was confirmed before keeps its time', async () => {
    const company = await givenCompany(api);
    const id = await givenDocument(company);
    await givenDocument(company, { title: 'Счёт-фактура' });
    const first = (await accept(company.admin, { id })).body.data.received;
    expect(
      (await list(company))['2026-08'].map((item: { received: string | null }) => item.received),
    ).toEqual([first, null]);
    api.clock.advanceSeconds(60);
    const second = (await accept(company.admin)).body.data.received;
    expect((await list(company))['2026-08'].map((item: { received: string }) => item.received)).toEqual([
      first,
      second,
    ]);
    api.clock.advanceSeconds(60);
    expect((await accept(company.admin)).body.data.received).toBe(second);
    expect(await evidence(company)).toHaveLength(2);
  });

  test.each([
    ['of the month', '2026-08'],
    ['of the partner and month', '2:2026-08'],
    ['of the bare call', undefined],
  ])('a code %s confirms it', async (_name, subject) => {
    const company = await givenCompany(api);
    await givenDocument(company);
    const sms = await givenCode(api, company.admin, subject ? 'document' : undefined, subject);
    expect((await accept(company.admin, { sms })).status).toBe(200);
  });

  test('a code of the document confirms that document', async () => {
    const company = await givenCompany(api);
    const id = await givenDocument(company);
    const sms = await givenCode(api, company.admin, 'document', id);
    expect((await accept(company.admin, { sms, id })).status).toBe(200);
  });

  test('a code of the month confirms its documents one by one, each again on repeat', async () => {
    const company = await givenCompany(api);
    const ids = [await givenDocument(company), await givenDocument(company, { title: 'Ещё один' })];
    const sms = await givenCode(api, company.admin, 'document', '2026-08');
    const input = [];
    for (const id of ids) input.push((await accept(company.admin, { sms, id })).status);
    expect(input).toEqual([200, 400]);
  });

  test('a code of another month, objection or colleague, or a wrong one, is refused', async () => {
    const company = await givenCompany(api);
    await givenDocument(company);
    const colleague = await givenPerson(api, { companyId: company.id, role: 'manager' });
    const codes = [
      await givenCode(api, company.admin, 'document', '2026-07'),
      await givenCode(api, company.admin, 'objection', '2026-08'),
      await givenCode(api, colleague, 'document', '2026-08'),
      'abc',
      '',
    ];
    for (const sms of codes) {
      const answer = await accept(company.admin, { sms });
      expect(answer.status).toBe(400);
      expect(answer.body.error_messages).toHaveProperty('sms');
    }
    expect(await evidence(company)).toHaveLength(0);
  });

  test('a document published after the code was sent is not confirmed by it', async () => {
    const company = await givenCompany(api);
    await givenDocument(company);
    const sms = await givenCode(api, company.admin, 'document', '2026-08');
    api.clock.advanceSeconds(5);
    const late = await givenDocument(company, { title: 'Исправленный УПД' });
    const refused = await accept(company.admin, { sms, id: late });
    expect([refused.status, refused.body.error_messages?.sms]).toEqual([400, [PUBLISHED_LATER]]);
    expect((await accept(company.admin, { sms })).status).toBe(200);
    const [known, unseen] = (await list(company))['2026-08'];
    expect([known.received, unseen.received]).toEqual([api.clock.now().toISOString(), null]);
    expect(await evidence(company)).toHaveLength(1);
  });

  test('a document unpublished when a code was sent is not confirmed by that code', async () => {
    const company = await givenCompany(api);
    await givenDocument(company);
    const locked = await api.ctx.db.inSystem(async (tx) => {
      await sql`select from company where id = ${company.id} for update`.execute(tx);
      const publishing = givenDocument(company, { title: 'Исправленный УПД' });
      await waitUntilWaiting(api);
      api.clock.advanceSeconds(5);
      const sms = await givenCode(api, company.admin, 'document', '2026-08');
      api.clock.advanceSeconds(5);
      return { publishing, sms };
    });
    const refused = await accept(company.admin, { sms: locked.sms, id: await locked.publishing });
    expect([refused.status, refused.body.error_messages?.sms]).toEqual([400, [PUBLISHED_LATER]]);
  });

  test('a missing document is a 404, and the code stays good', async () => {
    const company = await givenCompany(api);
    await givenDocument(company);
    const sms = await givenCode(api, company.admin, 'document', '2026-08');
    expect((await accept(company.admin, { sms, partner_id: 3 })).status).toBe(404);
    expect((await accept(company.admin, { sms, id: 999_999 })).status).toBe(404);
    expect((await accept(company.admin, { sms, partner_id: Number.MAX_SAFE_INTEGER })).status).toBe(404);
    expect((await accept(company.admin, { sms })).status).toBe(200);
  });

  test.each<[string, ApiRequest['json']]>([
    ['partner_id', { date: '2026-08', sms: '123456' }],
    ['date', { partner_id: 2, date: 'август', sms: '123456' }],
    ['sms', { partner_id: 2, date: '2026-08' }],
  ])('a request without a sensible %s is refused on it', async (field, json) => {
    const company = await givenCompany(api);
    const answer = await api.post('/api/doc/acceptDoc', { token: company.admin.token, json });
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages).toHaveProperty(field);
  });
});

describe('objecting', () => {
  test('§2.98 §4.32 §7.48 the objection is shown with the document and comment, and the evidence is stored', async () => {
    const company = await givenCompany(api);
    const id = await givenDocument(company);
    await givenDocument(company, { title: 'Счёт-фактура' });
    const answer = await object(company.admin, { id });
    expect(answer.status).toBe(200);
    const created_at = api.clock.now().toISOString();
    expect(answer.body.data).toEqual({ created_at });
    const [objected, other] = (await list(company))['2026-08'];
    expect(objected.objection).toEqual({
      comment: 'Не сходятся литры',
      created_at,
      operations: [],
      rows: [],
      answer: null,
    });
    expect(other.objection).toBeNull();
    expect(await evidence(company)).toMatchObject([
      { what: 'document-objected', details: { documentId: id, comment: 'Не сходятся литры' } },
    ]);
  });

  test('a confirmed document can’t be objected to, and the code stays good', async () => {
    const company = await givenCompany(api);
    const id = await givenDocument(company);
    await givenDocument(company, { title: 'Счёт-фактура' });
    await accept(company.admin, { id });
    const sms = await givenCode(api, company.admin, 'objection', '2026-08');
    const refused = await object(company.admin, { id, sms });
    expect([refused.status, refused.body.message]).toEqual([400, ALREADY_ACCEPTED]);
    expect((await object(company.admin, { sms })).status).toBe(200);
    const [confirmed, objected] = (await list(company))['2026-08'];
    expect([confirmed.objection, objected.objection?.comment]).toEqual([null, 'Не сходятся литры']);
  });

  test('a document that was published after the code was sent is not objected to by it', async () => {
    const company = await givenCompany(api);
    const id = await givenDocument(company);
    const sms = await givenCode(api, company.admin, 'objection', '2026-08');
    api.clock.advanceSeconds(5);
    const late = await givenDocument(company, { title: 'Исправленный УПД' });
    const refused = await object(company.admin, { sms, id: late });
    expect([refused.status, refused.body.error_messages?.sms]).toEqual([400, [PUBLISHED_LATER]]);
    await accept(company.admin, { id });
    expect((await object(company.admin, { sms })).body.message).toBe(ALREADY_ACCEPTED);
    expect((await list(company))['2026-08'][1].objection).toBeNull();
  });

  test('an objected document can be confirmed later', async () => {
    const company = await givenCompany(api);
    await givenDocument(company);
    await object(company.admin);
    expect((await accept(company.admin)).status).toBe(200);
  });

  test('confirming and objecting at once: never an objection to a confirmed document', async () => {
    const company = await givenCompany(api);
    const id = await givenDocument(company);
    const codes = [
      await givenCode(api, company.admin, 'document', id),
      await givenCode(api, company.admin, 'objection', id),
    ];
    const [accepted, objected] = await Promise.all([
      accept(company.admin, { id, sms: codes[0] as string }),
      object(company.admin, { id, sms: codes[1] as string }),
    ]);
    expect(accepted.status).toBe(200);
    const [document] = (await list(company))['2026-08'];
    expect(document.objection === null).toBe(objected.status === 400);
  });

  test('an objection without a comment is refused on the comment', async () => {
    const company = await givenCompany(api);
    await givenDocument(company);
    const answer = await object(company.admin, { comment: '  ' });
    expect(answer.body.error_messages?.comment).toEqual(['Необходимо заполнить это поле']);
  });
});
