import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A passkey without a browser: it answers the questions of WebAuthn as an authenticator would. */
export interface SoftwarePasskey {
  /** The answer to `navigator.credentials.create()`. */
  create(options: Options): Record<string, unknown>;
  /** The answer to `navigator.credentials.get()`; each one counts its use. */
  get(options: Options): Record<string, unknown>;
  /** Stops verifying its user, as a key without a PIN does. */
  forgetUser(): void;
  /** Sets back the number of uses, as a copy of the key would. */
  setUses(uses: number): void;
}

interface Options {
  challenge: string;
}

const PRESENT = 0x01;
const PRESENT_AND_VERIFIED = 0x05;
const HAS_KEY = 0x40;

export function softwarePasskey({ origin, rpId }: { origin: string; rpId: string }): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let uses = 0;
  let present = PRESENT_AND_VERIFIED;

  function clientData(type: string, { challenge }: Options): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  function authenticatorData(flags: number, rest: Buffer = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(uses);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest]);
  }

  function answer(response: Record<string, Buffer>): Record<string, unknown> {
    const written = Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]);
    const named = id.toString('base64url');
    return { id: named, rawId: named, type: 'public-key', response: Object.fromEntries(written) };
  }

  return {
    create(options) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const key = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey.export({ format: 'jwk' }))]);
      const authData = authenticatorData(PRESENT_AND_VERIFIED | HAS_KEY, key);
      const attestationObject = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(authData)],
      ]);
      return answer({ clientDataJSON: clientData('webauthn.create', options), attestationObject });
    },
    get(options) {
      uses += 1;
      const authData = authenticatorData(present);
      const clientDataJSON = clientData('webauthn.get', options);
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), privateKey);
      return answer({ clientDataJSON, authenticatorData: authData, signature });
    },
    forgetUser() {
      present = PRESENT;
    },
    setUses(next) {
      uses = next;
    },
  };
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

/** The public key as COSE writes it: EC2, ES256, P-256. */
function coseKey({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  return map([
    [encodeInteger(1), encodeInteger(2)],
    [encodeInteger(3), encodeInteger(-7)],
    [encodeInteger(-1), encodeInteger(1)],
    [encodeInteger(-2), bytes(Buffer.from(x, 'base64url'))],
    [encodeInteger(-3), bytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** The few kinds of CBOR that are needed (RFC 8949). */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}

function encodeInteger(value: number): Buffer {
  return value < 0 ? head(1, -1 - value) : head(0, value);
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}

function text(value: string): Buffer {
  return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
}

function map(entries: [Buffer, Buffer][]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat()]);
}
