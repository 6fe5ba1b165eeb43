import { createHmac, hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { manualClock } from '../../lib/clock.ts';
import { FileChanged, FileGone, FileStoreUnavailable, type FileStore } from './file-store.ts';
import { folderFileStore } from './folder-file-store.ts';
import { s3FileStore } from './s3-file-store.ts';

const KEY = { region: 'ru-central1', keyId: 'key-1', secret: 'hidden' };
const NOW = '2026-09-15T09:00:00Z';

interface FakeS3 {
  url: string;
  objects: Map<string, Buffer>;
  requestedPaths: string[];
  /** The first this many answers are 503. */
  busy: number;
  /** The first this many answers break off in the middle of their body. */
  broken: number;
}

let stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops) await stop();
  stops = [];
});

/** An S3 store that computes every signature itself from what it received, and compares. */
async function fakeS3(): Promise<FakeS3> {
  const store: FakeS3 = { url: '', objects: new Map(), requestedPaths: [], busy: 0, broken: 0 };
  const server = http.createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      store.requestedPaths.push(`${request.method} ${request.url}`);
      const end = (status: number, input: Buffer | string = ''): void =>
        void reply.writeHead(status).end(input);
      if (store.busy > 0) {
        store.busy -= 1;
        return end(503, 'SlowDown');
      }
      if (!isSigned(request, body)) return end(403, 'SignatureDoesNotMatch');
      if (store.broken > 0) {
        store.broken -= 1;
        reply.writeHead(200, { 'content-length': 1000 }).write('%PDF', () => request.socket.destroy());
        return;
      }
      const key = request.url ?? '';
      const object = store.objects.get(key);
      if (request.method === 'PUT') {
        store.objects.set(key, body);
        return end(200);
      }
      return object ? end(200, object) : end(404, 'NoSuchKey');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => new Promise((resolve) => server.close(() => resolve())));
  store.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return store;
}

function isSigned({ method, url, headers }: http.IncomingMessage, body: Buffer): boolean {
  const input =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    );
  if (!input || headers['x-amz-content-sha256'] !== hash('sha256', body)) return false;
  const [, keyId, day, region, names = '', signature] = input;
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = `${method}\n${url}\n\n${lines.join('')}\n${names}\n${headers['x-amz-content-sha256']}`;
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${scope}\n${hash('sha256', canonical)}`;
  let key: string | Buffer = `AWS4${KEY.secret}`;
  for (const part of [day, region, 's3', 'aws4_request', text])
    key = createHmac('sha256', key).update(String(part)).digest();
  return keyId === KEY.keyId && names.includes('host') && (key as Buffer).toString('hex') === signature;
}

const storeAt = (url: string, more: object = {}): FileStore =>
  s3FileStore({ ...KEY, endpoint: url, bucket: 'papers', clock: manualClock(NOW), ...more });

const PDF = Buffer.from('%PDF-1.7 отчёт');
const NAME = hash('sha256', PDF);

describe('files in an object store', () => {
  test('files in the object store come back unchanged, sent once, named by hash', async () => {
    const s3 = await fakeS3();
    const store = storeAt(s3.url);
    expect(await store.put(PDF)).toBe(NAME);
    expect(await store.put(PDF)).toBe(NAME);
    expect((await store.read(NAME)).equals(PDF)).toBe(true);
    const key = `/papers/${NAME.slice(0, 2)}/${NAME}`;
    expect([...s3.objects.keys()]).toEqual([key]);
    expect(s3.requestedPaths.filter((value) => value.startsWith('PUT'))).toHaveLength(1);
  });

  test('a busy store is called again; one that stays busy, is away or refuses fails', async () => {
    const s3 = await fakeS3();
    s3.busy = 2;
    expect(await storeAt(s3.url).put(PDF)).toBe(NAME);
    s3.busy = 99;
    await expect(storeAt(s3.url).read(NAME)).rejects.toThrow(FileStoreUnavailable);
    s3.busy = 0;
    await expect(storeAt(s3.url, { secret: 'wrong' }).put(PDF)).rejects.toThrow(FileStoreUnavailable);
    await expect(storeAt('http://127.0.0.1:1').read(NAME)).rejects.toThrow(FileStoreUnavailable);
  });

  test('a response that breaks off is requested again, never taken for a changed file', async () => {
    const s3 = await fakeS3();
    const store = storeAt(s3.url);
    await store.put(PDF);
    s3.broken = 2;
    expect((await store.read(NAME)).equals(PDF)).toBe(true);
    s3.broken = 99;
    await expect(store.read(NAME)).rejects.toThrow(FileStoreUnavailable);
  });

  test('a file changed in the store is not returned, and a missing one is reported', async () => {
    const s3 = await fakeS3();
    const store = storeAt(s3.url);
    await store.put(PDF);
    s3.objects.set(`/papers/${NAME.slice(0, 2)}/${NAME}`, Buffer.from('%PDF-1.7 другой'));
    await expect(store.read(NAME)).rejects.toThrow(FileChanged);
    await expect(store.read('0'.repeat(64))).rejects.toThrow(FileGone);
    await expect(store.read('../secret')).rejects.toThrow('not a file name');
  });
});

test('files in a folder come back unchanged; changed, missing and foreign ones do not', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'magistral-files-'));
  stops.push(() => rmSync(folder, { recursive: true }));
  const store = folderFileStore(folder);
  expect(await Promise.all([store.put(PDF), store.put(PDF)])).toEqual([NAME, NAME]);
  expect((await store.read(NAME)).equals(PDF)).toBe(true);
  writeFileSync(path.join(folder, NAME.slice(0, 2), NAME), 'другое');
  await expect(store.read(NAME)).rejects.toThrow(FileChanged);
  await expect(store.read('0'.repeat(64))).rejects.toThrow(FileGone);
  await expect(store.read('../../etc/passwd')).rejects.toThrow('not a file name');
});
