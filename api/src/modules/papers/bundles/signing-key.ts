import { createPrivateKey, createPublicKey, hkdfSync, sign, type KeyObject } from 'node:crypto';

/** Signs the bundles of a portal. */
export interface SigningKey {
  /** Ed25519, 32 bytes in hex. */
  publicKey: string;
  /** Returns a signature of 64 bytes (RFC 8032). */
  sign(bytes: Uint8Array): Buffer;
}

const SEED_BYTES = 32;
/** Head of a PKCS #8 structure that holds the seed of an Ed25519 key (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives the key from the secret of the setting, so the same secret gives the same key on every machine. */
export function deriveSigningKey(secret: string): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'magistral bundle key', SEED_BYTES));
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  return { publicKey: readPublicKey(key), sign: (bytes) => sign(null, bytes, key) };
}

function readPublicKey(key: KeyObject): string {
  const exported = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return exported.subarray(-SEED_BYTES).toString('hex');
}
