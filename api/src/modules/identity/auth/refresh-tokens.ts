import type { Context } from '../../../context.ts';
import { notSignedIn } from '../../../errors.ts';
import { hashSha256 } from '../../../lib/secrets.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { closeSession, exchangeTokens, findSessionOfSpentToken } from './sessions.ts';
import { hashTokens, idleEnd, newTokens, type Tokens } from './tokens.ts';

/**
 * Exchanges a refresh token for new tokens; all old ones become invalid. A token that was exchanged before must have
 * been stolen: the whole session ends (docs/calls.md 2). Throws 401.
 */
export async function refreshTokens(
  ctx: Context,
  input: { token: string; ip: string },
): Promise<{ tokens: Tokens; expiresAt: Date }> {
  const now = ctx.clock.now();
  const spentHash = hashSha256(input.token);
  const tokens = newTokens();
  const exchanged = await ctx.db.inSystem((tx) =>
    exchangeTokens(tx, {
      spentHash,
      fresh: hashTokens(tokens),
      now,
      expiresAt: idleEnd(now, false),
      staffExpiresAt: idleEnd(now, true),
    }),
  );
  if (exchanged) return { tokens, expiresAt: exchanged.expiresAt };
  await endSessionOfStolenToken(ctx, spentHash, input.ip);
  throw notSignedIn();
}

async function endSessionOfStolenToken(ctx: Context, spentHash: Buffer, ip: string): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    const stolen = await findSessionOfSpentToken(tx, spentHash);
    if (!stolen) return;
    await closeSession(tx, { sessionId: stolen.sessionId, now });
    await recordEvent(tx, {
      at: now,
      what: 'refresh-token-reused',
      userId: stolen.userId,
      ip,
      details: { sessionId: stolen.sessionId },
    });
  });
}
