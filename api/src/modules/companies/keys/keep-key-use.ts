import type { Context, KeyKeeper } from '../../../context.ts';
import { memoizePerOwner } from '../../../lib/memoize-per-owner.ts';
import { addKeyUse, type KeyUse } from './key-use-store.ts';

const EVERY_MS = 60_000;

/**
 * When and from where keys were used, and how often. It is written behind the answer: the first use at once, what follows
 * together a minute later, so that a key that calls all day costs two writes a minute. What is lost with a process is a
 * note, nothing else.
 */
export const keepKeyUse: KeyKeeper = {
  noteUse: (ctx, key, ip) => uses(ctx)(key, ip),
};

const uses = memoizePerOwner((ctx: Context) => {
  /** Of keys that were written within the last minute: what has come since. */
  const since = new Map<number, KeyUse | null>();
  const write = (use: KeyUse): void => {
    addKeyUse(ctx.db.system, use).catch((error: unknown) =>
      ctx.log.debug({ err: error }, 'the use of a key was not noted'),
    );
  };
  return ({ id: keyId, companyId }: { id: number; companyId: number }, ip: string): void => {
    const use = { keyId, companyId, calls: (since.get(keyId)?.calls ?? 0) + 1, at: ctx.clock.now(), ip };
    if (since.has(keyId)) return void since.set(keyId, use);
    write(use);
    since.set(keyId, null);
    setTimeout(() => {
      const rest = since.get(keyId);
      since.delete(keyId);
      if (rest) write(rest);
    }, EVERY_MS).unref();
  };
});
