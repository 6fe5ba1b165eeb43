import { randomUUID } from 'node:crypto';
import { computeLoad, type Load } from './load.ts';
import type { TransferClient } from '../data/prepare-carriers.ts';

/**
 * Measures what a user sees who clicks "transfer". Each follows the live stream of their company, clicks, and reads
 * their card again whenever the stream reports a change, until the card has no operation in progress. The users do
 * so one after the other.
 */
export async function measureScreen(port: number, movers: readonly TransferClient[]): Promise<Load> {
  const times: number[] = [];
  const started = performance.now();
  let failures = 0;
  for (const mover of movers) {
    const [isDone, ms] = await transfer(`http://127.0.0.1:${port}`, mover);
    times.push(ms);
    if (!isDone) failures += 1;
  }
  const seconds = (performance.now() - started) / 1000;
  return computeLoad(times, { perSecond: movers.length / seconds, cpuMs: 0, failures });
}

const TIMEOUT_MS = 10_000;

async function transfer(base: string, { token, code, cardId }: TransferClient): Promise<[boolean, number]> {
  const headers = { 'x-auth-token': token };
  const leaving = new AbortController();
  const stream = await fetch(`${base}/api/events`, { headers, signal: leaving.signal });
  const changes = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  await changes?.read();
  const startedAt = performance.now();
  const sent = fetch(`${base}/api/card/${cardId}/transaction`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: new URLSearchParams({ sum: '1', sms: code, mode: '1' }),
  });
  let isDone = false;
  while (!isDone && performance.now() - startedAt < TIMEOUT_MS) {
    const chunk = await changes?.read();
    if (!chunk || chunk.done) break;
    if (/operations|cards|balances/.test(chunk.value)) isDone = await hasArrived(base, headers, cardId);
  }
  const ms = performance.now() - startedAt;
  const reply = await sent;
  await reply.arrayBuffer();
  leaving.abort();
  return [isDone && reply.ok, ms];
}

/** Returns whether money has arrived. Before that a card has a round sum, its initial funds. */
async function hasArrived(base: string, headers: Record<string, string>, cardId: number): Promise<boolean> {
  const reply = await fetch(`${base}/api/card/${cardId}`, { headers });
  const { data } = (await reply.json()) as { data: { card_sum: number; inProgressOperations: unknown[] } };
  return data.inProgressOperations.length === 0 && data.card_sum > FUNDS;
}

const FUNDS = 1_000_000_000;
