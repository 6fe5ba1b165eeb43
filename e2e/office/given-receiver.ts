import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a program that accepts every webhook. `got` lists the ids of those that came. */
export async function givenReceiver(): Promise<{ url: string; got: string[]; close: () => void }> {
  const got: string[] = [];
  const receiver = createServer((request, response) => {
    got.push(String(request.headers['webhook-id']));
    request.resume();
    request.once('end', () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/portal`, got, close: () => void receiver.close() };
}
