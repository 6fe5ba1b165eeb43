import { afterAll, beforeAll, expect, test } from 'vitest';
import { TenderBoardUnavailable } from '../../../gateways/tender-board/tender-board.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';

let api: TestApi;
let requested = 0;
let answer: () => Promise<number> = () => Promise.reject(new TenderBoardUnavailable('down'));

beforeAll(async () => {
  api = await startApi({
    jobs: false,
    overrides: {
      tenderBoard: {
        countLots: () => {
          requested += 1;
          return answer();
        },
      },
    },
  });
});
afterAll(() => api?.stop());

test('a real portal without a tender board shows no invented number of tenders', async () => {
  const real = {
    NODE_ENV: 'production',
    SMS_PROVIDER: 'exolve',
    SMS_SECRET: 's',
    DADATA_TOKEN: 't',
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: 'smtps://mail.example.ru',
    MAIL_FROM: 'no-reply@example.ru',
    PUBLIC_URL: 'https://cards.example.ru',
  };
  const portal = await startApi({ jobs: false, env: real });
  const { status, body } = await portal.get('/api/tenders/count');
  await portal.stop();
  expect([status, body]).toEqual([503, { code: 503, message: 'Площадка тендеров не подключена' }]);
});

test('§2.84 §7.56 the board is called once a minute for any traffic, and its silence is harmless', async () => {
  expect((await api.get('/api/tenders/count')).status).toBe(503);
  answer = () => Promise.resolve(41);
  const replies = await Promise.all(Array.from({ length: 5 }, () => api.get('/api/tenders/count')));
  expect(replies.map(({ body }) => body.data.count)).toEqual([41, 41, 41, 41, 41]);
  expect(requested).toBe(2);
  api.clock.advanceSeconds(61);
  answer = () => Promise.reject(new TenderBoardUnavailable('down'));
  expect((await api.get('/api/tenders/count')).body).toEqual({ code: 200, data: { count: 41 } });
  expect((await api.get('/api/tenders/count')).body.data.count).toBe(41);
  expect(requested).toBe(3);
});
