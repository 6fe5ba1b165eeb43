import { randomBytes } from 'node:crypto';
import { readBytes } from '../fetch-json.ts';
import { TimeStampsUnavailable, type TimeStamps } from './time-stamps.ts';

export interface HttpTimeStampsOptions {
  url: string;
  timeLimitMs?: number;
}

const TIME_LIMIT_MS = 30_000;
const MAX_BYTES = 1024 * 1024;

/** Asks an authority over HTTP (RFC 3161, 3.4). A redirect is refused, as by every adapter. */
export function httpTimeStamps({ url, timeLimitMs = TIME_LIMIT_MS }: HttpTimeStampsOptions): TimeStamps {
  return {
    async stamp(sha256) {
      // The first bit of a number in DER is its sign.
      const nonce = Buffer.concat([Buffer.of(0x40), randomBytes(7)]);
      const response = await ask(url, timeStampRequest(sha256, nonce), timeLimitMs);
      if (!isGranted(response)) throw new TimeStampsUnavailable(`${new URL(url).host}: refused`);
      if (!response.includes(sha256) || !response.includes(nonce))
        throw new TimeStampsUnavailable(`${new URL(url).host}: stamped something else`);
      return response;
    },
  };
}

async function ask(url: string, request: Buffer<ArrayBuffer>, timeLimitMs: number): Promise<Buffer> {
  const { host } = new URL(url);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: request,
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimitMs),
  })
    .then(async (reply) => ({ ok: reply.ok, bytes: await readBytes(reply, MAX_BYTES) }))
    .catch((error: unknown) => {
      throw new TimeStampsUnavailable(`${host}: no answer`, { cause: error });
    });
  if (!answer.ok) throw new TimeStampsUnavailable(`${host}: an error`);
  return answer.bytes;
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const OCTETS = 0x04;
/** Algorithm SHA-256 without parameters: 2.16.840.1.101.3.4.2.1, NULL. */
const SHA256 = Buffer.from('300d06096086480165030402010500', 'hex');
/** Version 1. */
const VERSION = Buffer.from('020101', 'hex');
/** The response is to bring the authority's certificate. */
const CERTIFICATE_WANTED = Buffer.from('0101ff', 'hex');

/** TimeStampReq of RFC 3161, 2.4.1, in DER. All its parts are shorter than 128 bytes. */
function timeStampRequest(sha256: Buffer, nonce: Buffer): Buffer<ArrayBuffer> {
  const imprint = element(SEQUENCE, SHA256, element(OCTETS, sha256));
  return element(SEQUENCE, VERSION, imprint, element(INTEGER, nonce), CERTIFICATE_WANTED);
}

function element(tag: number, ...parts: Buffer[]): Buffer<ArrayBuffer> {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag, content.length), content]);
}

/** TimeStampResp of RFC 3161, 2.4.2: a status of 0 (granted) or 1 (with changes) comes first. */
function isGranted(response: Buffer): boolean {
  const long = response[1] ?? 0;
  const start = 2 + (long > 127 ? long - 128 : 0);
  const isStatus =
    response[start] === SEQUENCE && response[start + 2] === INTEGER && response[start + 3] === 1;
  return response[0] === SEQUENCE && isStatus && (response[start + 4] ?? 2) < 2;
}
