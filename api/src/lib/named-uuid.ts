import { createHash } from 'node:crypto';

const BYTES = 16;

/** A UUID that is the same for the same name, and for no other one in the namespace (RFC 9562, version 5). */
export function namedUuid(namespace: string, name: string): string {
  const space = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  if (space.length !== BYTES) throw new Error(`not a namespace: ${namespace}`);
  const bytes = createHash('sha1').update(space).update(name).digest().subarray(0, BYTES);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => hex.slice(from, to))
    .join('-');
}
