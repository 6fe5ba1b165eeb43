import { afterEach, expect, test } from 'vitest';
import { serveWire, type WireReply, type WireServer } from '../../testing/wires/serve-wire.ts';
import { httpTenderBoard } from './http-tender-board.ts';
import { TenderBoardUnavailable } from './tender-board.ts';

let server: WireServer | undefined;
afterEach(async () => server?.stop());

async function fakeBoard(reply: WireReply) {
  server = await serveWire(() => reply);
  return httpTenderBoard({
    url: `${server.url}/lots/count`,
    ...(reply === 'silence' ? { timeLimitMs: 150 } : {}),
  });
}

test.each<[string, string | object]>([
  ['a number', '41'],
  ['a count', { count: 41 }],
  ['a count in the data', { data: { count: '41' } }],
  ['a total beside the lots', { data: [], meta: { total: 41 } }],
  ['the lots themselves', Array.from({ length: 41 }, () => ({}))],
])('§7.56 %s reports how many lots there are, for the spec does not show the shape', async (_, body) => {
  const board = await fakeBoard({ body });
  expect(await board.countLots()).toBe(41);
});

test.each<[string, WireReply]>([
  ['silence', 'silence'],
  ['an error', { status: 500, body: { count: 1 } }],
  ['nonsense', { body: { lots: 'many' } }],
])('%s never becomes a number', async (_, reply) => {
  const board = await fakeBoard(reply);
  await expect(board.countLots()).rejects.toThrow(TenderBoardUnavailable);
});
