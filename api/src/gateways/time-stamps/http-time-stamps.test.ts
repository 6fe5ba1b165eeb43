import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { httpTimeStamps } from './http-time-stamps.ts';
import { TimeStampsUnavailable } from './time-stamps.ts';

const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0;
const FILE = Buffer.from('a bundle');
const hash = createHash('sha256').update(FILE).digest();

let folder: string;
let server: http.Server | undefined;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'magistral-stamps-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => void server?.close());

/** Serves an authority that answers so; returns its address. */
async function serveAuthority(reply: (query: Buffer) => Buffer, status = 200): Promise<string> {
  server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => response.writeHead(status).end(reply(Buffer.concat(parts))));
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`;
}

describe.skipIf(!HAS_OPENSSL)('an authority of OpenSSL', () => {
  const at = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });

  beforeAll(() => {
    writeFileSync(at('tsa.conf'), CONFIG);
    writeFileSync(at('serial'), '01');
    writeFileSync(at('file'), FILE);
    const own = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-config', 'tsa.conf'];
    openssl('req', ...own, '-keyout', 'key.pem', '-out', 'tsa.pem');
  });

  function answer(query: Buffer): Buffer {
    writeFileSync(at('query'), query);
    const names = ['-config', 'tsa.conf', '-queryfile', 'query', '-out', 'reply'];
    openssl('ts', '-reply', ...names);
    return readFileSync(at('reply'));
  }

  test('a stamp is verified by openssl ts -verify over the file, and over no other', async () => {
    const stamps = httpTimeStamps({ url: await serveAuthority(answer) });
    writeFileSync(at('file.tsr'), await stamps.stamp(hash));
    const verify = (data: string) =>
      spawnSync('openssl', ['ts', '-verify', '-data', data, '-in', 'file.tsr', '-CAfile', 'tsa.pem'], {
        cwd: folder,
        encoding: 'utf8',
      });
    expect(verify('file')).toMatchObject({ status: 0 });
    expect(verify('key.pem').status).not.toBe(0);
  });

  test('a stamp of another hash or of an earlier request is refused', async () => {
    const first = await httpTimeStamps({ url: await serveAuthority(answer) }).stamp(hash);
    server?.close();
    const stamps = httpTimeStamps({ url: await serveAuthority(() => first) });
    await expect(stamps.stamp(hash)).rejects.toThrow(/stamped something else/);
    await expect(stamps.stamp(createHash('sha256').digest())).rejects.toThrow(/stamped something else/);
  });
});

test.each([
  ['a refusal', 200, Buffer.from('30053003020102', 'hex')],
  ['an error', 500, Buffer.from('30053003020100', 'hex')],
  ['nonsense', 200, Buffer.from('<html>')],
  ['nothing', 200, Buffer.alloc(0)],
])('%s is no stamp', async (_, status, reply) => {
  const stamps = httpTimeStamps({ url: await serveAuthority(() => reply, status) });
  await expect(stamps.stamp(hash)).rejects.toThrow(TimeStampsUnavailable);
});

test('silence is no stamp', async () => {
  server = http.createServer(() => {});
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(httpTimeStamps({ url, timeLimitMs: 100 }).stamp(hash)).rejects.toThrow(TimeStampsUnavailable);
  server.closeAllConnections();
});

const CONFIG = `
[req]
prompt = no
distinguished_name = name
x509_extensions = extensions
[name]
CN = Authority of a test
[extensions]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[tsa]
default_tsa = own
[own]
serial = serial
signer_cert = tsa.pem
signer_key = key.pem
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`;
