import { createHmac } from 'node:crypto';
import { hexHashOf } from '../../lib/secrets.ts';

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT';
  url: URL;
  /** SHA-256 of the body in hex; without a body, that of an empty one. */
  payloadSha256: string;
  /** Further headers to sign; lower case. */
  headers?: Readonly<Record<string, string>>;
}

export interface S3Key {
  region: string;
  keyId: string;
  secret: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/**
 * Headers of a request with its signature, version 4 («Signature Calculations for the Authorization Header», Amazon S3):
 * it covers method, path, headers and the hash of the body, and the secret is never sent.
 */
export function signS3Request(request: S3Request, key: S3Key, now: Date): Record<string, string> {
  const moment = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = moment.slice(0, 8);
  const signed: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-content-sha256': request.payloadSha256,
    'x-amz-date': moment,
  };
  const names = Object.keys(signed).sort();
  const canonical = [
    request.method,
    request.url.pathname,
    // Keys here have no query; a query would have to be sorted.
    '',
    ...names.map((name) => `${name}:${signed[name]?.trim()}`),
    '',
    names.join(';'),
    request.payloadSha256,
  ].join('\n');
  const scope = `${day}/${key.region}/s3/aws4_request`;
  const toSign = [ALGORITHM, moment, scope, hexHashOf(canonical)].join('\n');
  const dayKey = [key.region, 's3', 'aws4_request'].reduce(
    (derived, part) => mac(derived, part),
    mac(`AWS4${key.secret}`, day),
  );
  const signature = mac(dayKey, toSign).toString('hex');
  // `host` is sent by the client itself.
  const { host: _, ...sent } = signed;
  return {
    ...sent,
    authorization: `${ALGORITHM} Credential=${key.keyId}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`,
  };
}

function mac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
