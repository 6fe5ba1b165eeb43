import { AwsV4Signer } from 'aws4fetch';
import type { Clock } from '../../lib/clock.ts';
import { hashSha256Hex } from '../../lib/secrets.ts';
import { FileChanged, FileGone, FileStoreUnavailable, getFilePath, type FileStore } from './file-store.ts';

export interface S3Options {
  region: string;
  keyId: string;
  secret: string;
  /** `https://storage.yandexcloud.net`, or any other S3-compatible service. */
  endpoint: string;
  bucket: string;
  clock: Clock;
  timeLimitMs?: number;
}

const TIME_LIMIT_MS = 30_000;
/** Object stores sometimes answer 5xx and expect another attempt; reading and writing may both be repeated. */
const TRIES = 3;
const EMPTY_SHA256 = hashSha256Hex('');

/** A whole answer. */
interface S3Answer {
  status: number;
  ok: boolean;
  bytes: Buffer;
}

/**
 * Files in an object store over the S3 interface, path style, each request signed with the hash of its body: the store
 * itself refuses bytes that changed on the way. A file that is already there is not sent again.
 */
export function s3FileStore(options: S3Options): FileStore {
  const { endpoint, bucket, clock, timeLimitMs = TIME_LIMIT_MS } = options;

  async function ask(method: 'GET' | 'HEAD' | 'PUT', sha256: string, body?: Uint8Array): Promise<S3Answer> {
    const url = new URL(`${endpoint}/${encodeURIComponent(bucket)}/${getFilePath(sha256)}`);
    const sign = (): Promise<{ headers: Headers }> =>
      new AwsV4Signer({
        method,
        url: url.href,
        headers: { 'x-amz-content-sha256': body ? sha256 : EMPTY_SHA256 },
        service: 's3',
        region: options.region,
        accessKeyId: options.keyId,
        secretAccessKey: options.secret,
        datetime: clock
          .now()
          .toISOString()
          .replace(/[-:]|\.\d{3}/g, ''),
      }).sign();
    let failure: unknown = null;
    for (let turn = 0; turn < TRIES; turn += 1) {
      try {
        const answer = await fetch(url, {
          method,
          headers: (await sign()).headers,
          ...(body && { body: new Uint8Array(body) }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeLimitMs),
        });
        // Read at once: an answer that breaks off half-way is none.
        const bytes = Buffer.from(await answer.arrayBuffer());
        if (answer.status < 500) return { status: answer.status, ok: answer.ok, bytes };
        failure = new Error(`HTTP ${answer.status}`);
      } catch (error) {
        failure = error;
      }
    }
    throw new FileStoreUnavailable(`${url.host} cannot be reached`, { cause: failure });
  }

  return {
    async put(bytes) {
      const sha256 = hashSha256Hex(bytes);
      if ((await ask('HEAD', sha256)).status === 200) return sha256;
      const answer = await ask('PUT', sha256, bytes);
      if (!answer.ok) throw new FileStoreUnavailable(`the store refused a file: HTTP ${answer.status}`);
      return sha256;
    },
    async read(sha256) {
      const answer = await ask('GET', sha256);
      if (answer.status === 404) throw new FileGone(sha256);
      if (!answer.ok) throw new FileStoreUnavailable(`the store refused to read: HTTP ${answer.status}`);
      if (hashSha256Hex(answer.bytes) !== sha256) throw new FileChanged(sha256);
      return answer.bytes;
    },
  };
}
