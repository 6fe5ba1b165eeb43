import net from 'node:net';
import { cpuMs } from './cpu-time.ts';

export interface Load {
  /** Finished requests a second. */
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** Processor time of everything involved, including the load. */
  cpuMicroseconds: number;
  failures: number;
}

/** One worker of a load: does the next piece of work and returns whether it succeeded. */
export type Worker<Work> = (work: Work) => Promise<boolean>;

/** Does each piece of work once, with all workers in parallel, and returns how fast they were. */
export async function runLoad<Work>(work: readonly Work[], workers: readonly Worker<Work>[]): Promise<Load> {
  const times: number[] = [];
  let failures = 0;
  let next = 0;
  const cpuBefore = cpuMs();
  const started = performance.now();
  await Promise.all(
    workers.map(async (worker) => {
      for (let mine = next++; mine < work.length; mine = next++) {
        const startedAt = performance.now();
        const good = await worker(work[mine] as Work);
        times.push(performance.now() - startedAt);
        if (!good) failures += 1;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  return computeLoad(times, { perSecond: work.length / seconds, cpuMs: cpuMs() - cpuBefore, failures });
}

/** The figures of a load, from the requests' times in milliseconds and from what all of them took together. */
export function computeLoad(
  times: number[],
  all: { perSecond: number; cpuMs: number; failures: number },
): Load {
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return {
    perSecond: all.perSecond,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    cpuMicroseconds: (all.cpuMs * 1000) / times.length,
    failures: all.failures,
  };
}

/** Several rounds as one: the median of each figure, all failures. */
export function middle(loads: readonly Load[]): Load {
  const getMedian = (pick: (load: Load) => number) => median(loads.map(pick));
  return {
    perSecond: getMedian((load) => load.perSecond),
    p50Ms: getMedian((load) => load.p50Ms),
    p95Ms: getMedian((load) => load.p95Ms),
    p99Ms: getMedian((load) => load.p99Ms),
    cpuMicroseconds: getMedian((load) => load.cpuMicroseconds),
    failures: loads.reduce((sum, load) => sum + load.failures, 0),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** A call as it goes over the wire. */
export function posted(path: string, headers: Record<string, string>, body: string): Buffer {
  const lines = Object.entries({
    host: 'bench',
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
  });
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
}

/**
 * Connections that stay open, spread over the ports, one call at a time on each, with as little work as HTTP allows,
 * because this runs on the measured machine, too. Each has already had an answer, so that accepting the connection is not
 * measured. A worker returns whether the call was answered with 200.
 */
export async function openConnections(
  ports: readonly number[],
  count: number,
): Promise<{ workers: Worker<Buffer>[]; close(): void }> {
  const opened = await Promise.all(
    Array.from({ length: count }, (_, index) => openConnection(ports[index % ports.length] as number)),
  );
  await Promise.all(opened.map(({ exchange }) => exchange(GREETING)));
  return {
    workers: opened.map(({ exchange }) => exchange),
    close: () => opened.forEach(({ socket }) => socket.destroy()),
  };
}

const GREETING = Buffer.from('GET /healthz HTTP/1.1\r\nhost: bench\r\n\r\n');

/** Shared by all connections: each reads what has come in before anything else arrives. */
const RECEIVED = Buffer.alloc(64 * 1024);

interface Opened {
  socket: net.Socket;
  exchange: Worker<Buffer>;
}

function openConnection(port: number): Promise<Opened> {
  return new Promise((resolve, reject) => {
    let requested: { resolve(isGood: boolean): void; reject(error: Error): void } | null = null;
    let text = '';
    function read(chunk: string): void {
      text += chunk;
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
      if (Number.isNaN(length)) return requested?.reject(new Error('an answer without a length'));
      if (text.length < head + 4 + length) return;
      requested?.resolve(text.startsWith('HTTP/1.1 200'));
      text = '';
    }
    // Bypasses Node's streams. Lengths are in bytes, so each byte is one character.
    const onread = {
      buffer: RECEIVED,
      callback: (size: number) => {
        read(RECEIVED.toString('latin1', 0, size));
        return true;
      },
    };
    const socket = net.connect({ host: '127.0.0.1', port, noDelay: true, onread });
    socket.on('close', () => requested?.reject(new Error('the server ended the connection')));
    socket.on('error', reject);
    const exchange = (call: Buffer): Promise<boolean> =>
      new Promise((answer, refuse) => {
        requested = { resolve: answer, reject: refuse };
        socket.write(call);
      });
    socket.once('connect', () => resolve({ socket, exchange }));
  });
}
