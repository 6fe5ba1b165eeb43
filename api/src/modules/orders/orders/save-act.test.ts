import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UPLOAD_MAX_BYTES } from '#contract/limits.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { givenCompany, givenPerson, type GivenPerson } from '../../../testing/givens/factories.ts';
import { givenIssuedOrder, givenOrder } from '../../../testing/givens/given-order.ts';
import { approveOrder } from './approve-order.ts';
import { askForCards } from './ask-for-cards.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});

afterAll(() => api.stop());

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
const JPG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]);
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n');

async function upload(
  person: GivenPerson | null,
  itemId: number | string,
  file: { name: string; bytes: Uint8Array<ArrayBuffer> } | null,
): Promise<ApiResponse> {
  const multipart = new FormData();
  multipart.set('id', String(itemId));
  if (file) multipart.set('act', new Blob([file.bytes]), file.name);
  return api.post('/api/cardsRequest/saveAct', { ...(person ? { token: person.token } : {}), multipart });
}

async function storedAct(itemId: number): Promise<{ name: string; mime: string; sha256: string }> {
  return getOnlyRow(
    api.ctx.db.system,
    sql<{ name: string; mime: string; sha256: string }>`
      select stored_file.name, mime, sha256 from card_request_item item
      join stored_file on stored_file.id = item.act_file_id where item.id = ${itemId}`,
  );
}

test('§5.36 a truncated PDF, of ten bytes or without its end, is refused with the reason', async () => {
  const { admin } = await givenCompany(api);
  const { itemIds } = await givenIssuedOrder(api, admin);
  for (const bytes of [Buffer.from('%PDF-1.7\n\n'), PDF.subarray(0, PDF.length - 8)]) {
    const answer = await upload(admin, itemIds[0]!, { name: 'акт.pdf', bytes: Uint8Array.from(bytes) });
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages).toEqual({
      act: ['Файл PDF неполный: отсканируйте или скачайте акт ещё раз и загрузите его целиком'],
    });
  }
});

test('§5.36 §7.22 png, jpg and pdf are recognised by content, not by name, and stored unchanged', async () => {
  const { admin } = await givenCompany(api);
  const { id, itemIds } = await givenIssuedOrder(api, admin);
  const itemId = itemIds[0]!;
  for (const [name, bytes, mime] of [
    ['акт.png', PNG, 'image/png'],
    ['scan.pdf', JPG, 'image/jpeg'],
    ['без расширения', PDF, 'application/pdf'],
  ] as const) {
    const answer = await upload(admin, itemId, { name, bytes: Uint8Array.from(bytes) });
    expect(answer.status, name).toBe(200);
    expect(answer.body.data).toEqual({ id: itemId, file: name });
    const stored = await storedAct(itemId);
    expect(stored).toMatchObject({ name, mime });
    expect(await api.ctx.files.read(stored.sha256)).toEqual(bytes);
  }
  const read = await api.get(`/api/cardsRequest/${id}`, { token: admin.token });
  expect(read.body.data.items[0].has_act).toBe(true);
});

describe('refused acts of acceptance', () => {
  test('§8.17 a file that only calls itself a png, an empty one and none', async () => {
    const { admin } = await givenCompany(api);
    const { id, itemIds } = await givenIssuedOrder(api, admin);
    for (const file of [
      { name: 'act.png', bytes: Uint8Array.from(Buffer.from('<html><script>alert(1)</script>')) },
      { name: 'act.pdf', bytes: Uint8Array.from(Buffer.from('MZ\u0000\u0000')) },
      { name: 'act.png', bytes: Uint8Array.from(PNG.subarray(0, 4)) },
      { name: 'act.png', bytes: new Uint8Array() },
      null,
    ]) {
      const answer = await upload(admin, itemIds[0]!, file);
      expect(answer.status).toBe(400);
      expect(answer.body.error_messages?.act).toHaveLength(1);
    }
    const read = await api.get(`/api/cardsRequest/${id}`, { token: admin.token });
    expect(read.body.data.items[0].has_act).toBe(false);
  });

  test('one byte over 10 MiB; 10 MiB itself is taken', async () => {
    const { admin } = await givenCompany(api);
    const { itemIds } = await givenIssuedOrder(api, admin);
    const large = new Uint8Array(UPLOAD_MAX_BYTES + 1);
    large.set(PNG);
    const over = await upload(admin, itemIds[0]!, { name: 'act.png', bytes: large });
    expect(over.status).toBe(400);
    expect(over.body.error_messages?.act?.[0]).toBe('Файл больше 10 МБ');
    const whole = await upload(admin, itemIds[0]!, {
      name: 'act.png',
      bytes: large.slice(0, UPLOAD_MAX_BYTES),
    });
    expect(whole.status).toBe(200);
  });

  test('an upload that is no upload is 400', async () => {
    const { admin } = await givenCompany(api);
    const { itemIds } = await givenIssuedOrder(api, admin);
    const { token } = admin;
    const asJson = await api.post('/api/cardsRequest/saveAct', { token, json: { id: itemIds[0], act: 'x' } });
    expect(asJson.body.error_messages?.act).toHaveLength(1);
    expect((await upload(admin, 'abc', { name: 'a.png', bytes: Uint8Array.from(PNG) })).status).toBe(400);
    const torn = await api.post('/api/cardsRequest/saveAct', {
      token,
      raw: {
        type: 'multipart/form-data; boundary=x',
        body: '--x\r\nContent-Disposition: form-data; name="id"\r\n\r\n1',
      },
    });
    expect(torn.status).toBe(400);
  });
});

describe('access to saving an act', () => {
  test('§6.7 a specialist, a newcomer and an anonymous caller', async () => {
    const company = await givenCompany(api);
    const { itemIds } = await givenIssuedOrder(api, company.admin);
    const file = { name: 'act.png', bytes: Uint8Array.from(PNG) };
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await upload(specialist, itemIds[0]!, file)).status).toBe(403);
    expect((await upload(await givenPerson(api), itemIds[0]!, file)).status).toBe(403);
    expect((await upload(null, itemIds[0]!, file)).status).toBe(401);
  });

  test('another company’s item is not found, and nothing is stored for it', async () => {
    const { itemIds } = await givenIssuedOrder(api, (await givenCompany(api)).admin);
    const outsider = (await givenCompany(api)).admin;
    const file = { name: 'act.png', bytes: Uint8Array.from(PNG) };
    expect((await upload(outsider, itemIds[0]!, file)).status).toBe(404);
    expect((await upload(outsider, Number.MAX_SAFE_INTEGER, file)).status).toBe(404);
    const stored = await getOnlyRow(
      api.ctx.db.system,
      sql<{ count: number }>`select count(*) as count from stored_file where created_by = ${outsider.id}`,
    );
    expect(stored.count).toBe(0);
  });
});

test('a name with a path or a control character is stored as a plain name', async () => {
  const { admin } = await givenCompany(api);
  const { itemIds } = await givenIssuedOrder(api, admin);
  const bytes = Uint8Array.from(PNG);
  const answer = await upload(admin, itemIds[0]!, { name: '..\\..\\акт\u0001 1.png', bytes });
  expect(answer.body.data.file).toBe('акт 1.png');
});

test('before its cards are issued an item has no act and takes no signed one', async () => {
  const { admin } = await givenCompany(api);
  const { id, itemIds } = await givenOrder(api, admin);
  const { token } = admin;
  const refused = { code: 409, message: 'Карты ещё не выпущены: акт будет, когда сеть их выпустит' };
  for (const state of ['created', 'approved'] as const) {
    if (state === 'approved') await approveOrder(api.ctx, id);
    const read = await api.get(`/api/cardsRequest/${id}`, { token });
    expect(read.body.data.items[0], state).toMatchObject({ issued: false, has_act: false });
    const act = await api.get(`/api/cardsRequest/downloadAct?item_id=${itemIds[0]}`, { token });
    expect(act.body, state).toEqual(refused);
    const saved = await upload(admin, itemIds[0]!, { name: 'act.png', bytes: Uint8Array.from(PNG) });
    expect(saved.body, state).toEqual(refused);
  }
  await askForCards(api.ctx, itemIds[0]!);
  api.clock.advanceSeconds(11);
  await api.pollNetworks();
  const issued = await api.get(`/api/cardsRequest/${id}`, { token });
  expect(issued.body.data.items[0]).toMatchObject({ issued: true });
  expect((await api.get(`/api/cardsRequest/downloadAct?item_id=${itemIds[0]}`, { token })).status).toBe(200);
});
