import { timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { AwsV4Signer } from 'aws4fetch';

/**
 * The one store of files, over the S3 wire: HEAD, PUT and GET of a key, each signature computed again. It stands in for
 * the operator's own object store, whose safety is not what is tried here; hence it is no part of the faults.
 * Started as a program: S3_PORT, S3_FOLDER, S3_KEY_ID, S3_SECRET.
 */
const { S3_PORT = '', S3_FOLDER = '', S3_KEY_ID = '', S3_SECRET = '' } = process.env;
const KEY = /^\/[a-z0-9-]+\/[0-9a-f]{2}\/[0-9a-f]{64}$/;
const MAX_BYTES = 64 * 1024 * 1024;

createServer((request, response) => {
  void serve(request).then(
    ([status, body]) => response.writeHead(status, { 'content-length': body?.length ?? 0 }).end(body),
    () => response.writeHead(500).end(),
  );
}).listen(Number(S3_PORT), '127.0.0.1');

async function serve(request: IncomingMessage): Promise<[status: number, body?: Buffer]> {
  const { method = '', url = '' } = request;
  if (!KEY.test(url)) return [400];
  if (!(await isSigned(request))) return [403];
  const file = path.join(S3_FOLDER, url);
  if (method === 'PUT') return [await storeObject(request, file)];
  if (method !== 'GET' && method !== 'HEAD') return [405];
  if (!existsSync(file)) return [404];
  return method === 'GET' ? [200, readFileSync(file)] : [200];
}

async function storeObject(request: IncomingMessage, file: string): Promise<number> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BYTES) return 413;
    parts.push(part);
  }
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.${performance.now()}`;
  writeFileSync(unfinished, Buffer.concat(parts), { flush: true });
  renameSync(unfinished, file);
  return 200;
}

async function isSigned({ method = '', url = '', headers }: IncomingMessage): Promise<boolean> {
  const input = headers.authorization ?? '';
  const signed = /SignedHeaders=([^,]+)/.exec(input)?.[1]?.split(';') ?? [];
  const named = signed.filter((name) => name !== 'host').map((name) => [name, String(headers[name] ?? '')]);
  const { headers: wanted } = await new AwsV4Signer({
    method,
    url: `http://${headers.host}${url}`,
    headers: Object.fromEntries(named) as Record<string, string>,
    service: 's3',
    region: /\/\d{8}\/([^/]+)\/s3\//.exec(input)?.[1] ?? '',
    accessKeyId: S3_KEY_ID,
    secretAccessKey: S3_SECRET,
    datetime: String(headers['x-amz-date'] ?? ''),
  }).sign();
  const [one, other] = [Buffer.from(wanted.get('authorization') ?? ''), Buffer.from(input)];
  return one.length === other.length && timingSafeEqual(one, other);
}
