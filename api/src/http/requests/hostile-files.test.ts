import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type ApiResponse, type TestApi } from '../../testing/api.ts';
import { givenCompany, givenStaff } from '../../testing/givens/factories.ts';
import { hostileTables } from '../../testing/hostile-files.ts';

/** `1` makes the files as large as may be sent. */
const SCALE = Number(process.env.HOSTILE_SCALE ?? 0.01);
const CROWD_SIZE = 20;
/** While a worker starts, the loop has far more turns than this; a file that is read in the loop leaves none. */
const MIN_PROBES = 3;

const FILES = hostileTables(SCALE);
/** `lib/tables/workbook.test.ts` reads all of them; each call is sent a part, since a worker takes a tenth of a second to start. */
const SOME_FILES = FILES.filter((_, at) => SCALE === 1 || at % 5 === 0);

let api: TestApi;
let tokens: { manager: string; staff: string };

beforeAll(async () => {
  api = await startApi({ jobs: false });
  const [{ admin }, staff] = [await givenCompany(api), await givenStaff(api)];
  tokens = { manager: admin.token, staff: staff.token };
});
afterAll(() => api.stop());

const READERS = ['/api/vehicles/import/preview', '/api/vehicles/import', '/api/telematics/positions/preview'];

function send(path: string, bytes: Buffer, by: keyof typeof tokens): Promise<ApiResponse> {
  const multipart = new FormData();
  multipart.set('file', new Blob([new Uint8Array(bytes)]), 'список.csv');
  return api.post(path, { token: tokens[by], multipart });
}

/** Returns the answers, and how often the process reported meanwhile that it is alive. */
async function probeWhile(work: Promise<ApiResponse[]>): Promise<{ answers: ApiResponse[]; probes: number }> {
  let isDone = false;
  let probes = 0;
  const ended = work.finally(() => (isDone = true));
  while (!isDone) {
    expect((await api.get('/healthz')).status).toBe(200);
    probes += 1;
  }
  return { answers: await ended, probes };
}

function expectSentence({ status, body }: ApiResponse): void {
  // A file that is within the limits after all has no column of plates, or wrong rows.
  if (status === 200) return;
  expect(status, JSON.stringify(body)).toBe(400);
  expect(body.error_messages?.file?.[0]).toMatch(/^[А-Я]/);
}

test.each(READERS)('%s refuses hostile files, and others are answered meanwhile', async (path) => {
  for (const { name, bytes } of SOME_FILES) {
    const { answers, probes } = await probeWhile(send(path, bytes, 'manager').then((answered) => [answered]));
    expect(probes, name).toBeGreaterThanOrEqual(MIN_PROBES);
    for (const answer of answers) expectSentence(answer);
  }
});

test('a list of stations refuses hostile files', async () => {
  for (const { bytes } of SOME_FILES) {
    const { status, body } = await send('/staff/api/stations', bytes, 'staff');
    expect(status).toBe(400);
    expect(body.error_messages?.file?.[0]).toMatch(/^[А-Я]/);
  }
});

test('twenty hostile uploads at the same time all get the reason of their refusal', async () => {
  const crowd = Array.from(
    { length: CROWD_SIZE },
    (_, at) => FILES[at % FILES.length]?.bytes ?? Buffer.alloc(0),
  );
  const sent = crowd.map((bytes) => send('/api/vehicles/import/preview', bytes, 'manager'));
  const { answers, probes } = await probeWhile(Promise.all(sent));
  expect(probes).toBeGreaterThanOrEqual(MIN_PROBES);
  for (const answer of answers) expectSentence(answer);
});
