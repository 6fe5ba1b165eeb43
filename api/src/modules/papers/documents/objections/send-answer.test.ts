import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answerXml, type AnsweredDocument } from '../../../../testing/answer-xml.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import { givenSales } from '../../../../testing/givens/given-sales.ts';
import { hostileAnswers } from '../../../../testing/hostile-files.ts';
import { FORM_DAY, STATE_SCHEMAS } from '../../../../testing/state-schemas.ts';
import { checkStateXml } from '../../state-forms/check-state-xml.ts';
import { getStateForm } from '../../state-forms/state-form.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;
let act: { id: number; xml: string };
let fileId: string;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});
afterAll(() => api.stop());

beforeEach(async () => {
  api.clock.setTo('2026-09-15T09:00:00Z');
  company = await givenCompany(api);
  const card = await givenCard(api, company.id, { balanceKopecks: 50_000_00 });
  await givenSales(api, card, [{ sum: 12_345_67, at: '2026-09-15T12:00:00+03:00', litres: 190.5 }]);
  await closeMonth(api, staff, '2026-09', OVERRIDE_ALL);
  const listed = await documents();
  act = listed.find(({ kind }) => kind === 'reconciliation') as typeof act;
  const xml = await api.get(act.xml, { token: company.admin.token });
  fileId = /filename="(.+)\.xml"/.exec(xml.headers.get('content-disposition') ?? '')?.[1] ?? '';
});

async function documents(): Promise<{ id: number; kind: string; xml: string; objection: unknown }[]> {
  return (await api.get('/api/doc?year=2026', { token: company.admin.token })).body.data['2026-09'];
}

const FUEL: AnsweredDocument = {
  title: 'УПД',
  number: '77',
  debit: '12000.00',
  difference: '-345.67',
  note: 'Не сходится карта 4001',
};

/** Sends a file to one of the two calls. */
function send(path: string, bytes: Buffer | string, { sms, token = company.admin.token }: Credentials = {}) {
  const multipart = new FormData();
  multipart.set('file', new Blob([new Uint8Array(Buffer.from(bytes))]), 'Ответ.xml');
  if (sms !== undefined) multipart.set('sms', sms);
  return api.post(`/api/doc/${act.id}/${path}`, { token, multipart });
}
interface Credentials {
  sms?: string;
  token?: string;
}

test('a buyer’s act with disagreements is previewed, then becomes an objection', async () => {
  const bytes = answerXml(fileId, [
    FUEL,
    { title: 'Платёж', number: '5', credit: '1.00', difference: '0.00' },
  ]);
  if (STATE_SCHEMAS)
    expect(
      await checkStateXml(
        { stateSchemas: STATE_SCHEMAS },
        getStateForm('reconciliationAnswer', FORM_DAY),
        bytes,
      ),
    ).toEqual([]);
  const read = await send('answer/read', bytes);
  const rows = [
    {
      title: 'УПД № 77 от 30.09.2026',
      debit: 12_000,
      credit: null,
      difference: -345.67,
      note: 'Не сходится карта 4001',
    },
  ];
  expect(read.body.data).toMatchObject({ disagrees: true, rows });
  expect(read.body.data.comment).toMatch(/с разногласиями.*1, всего 345,67/);
  expect((await documents()).find(({ id }) => id === act.id)?.objection).toBeNull();

  expect((await send('answer', bytes, { sms: '000000' })).body.error_messages).toHaveProperty('sms');
  const sms = await givenCode(api, company.admin, 'objection', String(act.id));
  const sent = await send('answer', bytes, { sms });
  expect(sent.status).toBe(200);
  expect((await documents()).find(({ id }) => id === act.id)?.objection).toMatchObject({
    rows,
    answer: null,
  });
  const cases = (await api.get('/staff/api/unsettled', { token: staff.token })).body.data;
  const staffCase = cases.find(
    (item: { kind: string; id: number }) => item.kind === 'objection' && item.id === act.id,
  );
  expect(JSON.stringify(staffCase.details)).toMatch(/УПД № 77 от 30\.09\.2026, дебет 12.000,00/);
});

test('a file that agrees makes no objection and says so', async () => {
  const bytes = answerXml(fileId, [], { sign: '1' });
  expect((await send('answer/read', bytes)).body.data).toMatchObject({ disagrees: false, rows: [] });
  const sms = await givenCode(api, company.admin, 'objection', String(act.id));
  expect((await send('answer', bytes, { sms })).body.error_messages?.file?.[0]).toMatch(/нет разногласий/);
});

test('a complaint becomes an objection with what it says', async () => {
  const bytes = `<?xml version="1.0" encoding="UTF-8"?><Файл ИдФайл="ON_AKTREKLOTP_1_2_20261005_x"><Документ>
    <СвПретенз СутьПрет="Залито меньше, чем в чеке"/></Документ></Файл>`;
  const read = (await send('answer/read', bytes)).body.data;
  expect(read).toMatchObject({ disagrees: true, rows: [{ note: 'Залито меньше, чем в чеке' }] });
});

test.each<[string, string | Buffer, RegExp]>([
  ['nothing', '', /Выберите файл/],
  ['no XML', 'привет', /не файл XML/],
  ['a type of its own', '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><Файл>&y;</Файл>', /DTD/],
  ['UTF-16', Buffer.from('\uFEFF<!DOCTYPE x><Файл/>', 'utf16le'), /не файл XML/],
  ['another encoding', '<?xml version="1.0" encoding="koi8-r"?><Файл/>', /кодировке/],
  ['a broken tag', '<Файл ИдФайл="ON_AKTSVERPOL_1"', /повреждён/],
  ['another root', '<Отчёт/>', /форме ФНС/],
  ['another form', '<Файл ИдФайл="ON_NSCHFDOPPR_1"/>', /КНД 1110333/],
  ['more than a megabyte', `<Файл>${'x'.repeat(1_100_000)}</Файл>`, /больше 1 МБ/],
  ['no skeleton', '<Файл ИдФайл="ON_AKTSVERPOL_1" ПризнРазн="2"/>', /проверку по форме/],
])('a file with %s is refused in Russian', async (_name, bytes, sentence) => {
  const answer = await send('answer/read', bytes);
  expect([answer.status, answer.body.error_messages?.file?.[0]]).toEqual([
    400,
    expect.stringMatching(sentence),
  ]);
});

test('sums beyond money, too many rows and an answer to another act are refused', async () => {
  const refusals = async (file: string, rows: AnsweredDocument[]) =>
    (await send('answer/read', answerXml(file, rows))).body.error_messages?.file?.[0];
  expect(await refusals(fileId, [{ ...FUEL, difference: '99999999999999999' }])).toMatch(/форме|неверно/);
  expect(
    await refusals(
      fileId,
      Array.from({ length: 501 }, () => FUEL),
    ),
  ).toMatch(/больше 500/);
  expect(await refusals('ON_AKTSVEROTP_other', [FUEL])).toMatch(/другой акт/);
});

test('another company’s document takes no answer', async () => {
  const outsider = await givenCompany(api);
  const bytes = answerXml(fileId, [FUEL]);
  for (const path of ['answer/read', 'answer'])
    expect((await send(path, bytes, { token: outsider.admin.token, sms: '123456' })).status).toBe(404);
});

test('an answer that would hold its reader is refused while others are answered', async () => {
  for (const { name, bytes } of hostileAnswers(Number(process.env.HOSTILE_SCALE ?? 0.05))) {
    let probes = 0;
    let isDone = false;
    const answered = send('answer/read', bytes).finally(() => (isDone = true));
    for (; !isDone; probes += 1) expect((await api.get('/healthz')).status).toBe(200);
    const { status, body } = await answered;
    // A file that is in the form after all is shown as an answer to this act.
    if (status !== 200) expect(body.error_messages?.file?.[0], name).toMatch(/^[А-Я]/);
    expect([200, 400], name).toContain(status);
    expect(probes, name).toBeGreaterThanOrEqual(3);
  }
});
