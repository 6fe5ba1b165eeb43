import type { FactorAsk, FactorKind } from '#contract/second-factor.ts';
import type { Context } from '../../../context.ts';
import { askOf, isHalf, mustHaveFactor } from '../../../http/assert-factor.ts';
import type { Session } from '../../../http/session.ts';
import { findProofs } from '../auth/find-proofs.ts';
import { listFactors, listPasskeys } from './factor-store.ts';
import type { Factor } from './factor.ts';
import { countUnusedCodes } from './recovery-code-store.ts';
import type { Site } from './site.ts';

export interface Factors {
  asks: FactorAsk | null;
  required: boolean;
  confirmedAt: Date | null;
  ways: (FactorKind | 'recovery')[];
  canAdd: FactorKind[];
  /** Empty until the session is confirmed: a half session learns of the ways and nothing else. */
  factors: Factor[];
  codesLeft: number;
  companyRequires: boolean | null;
}

/** What a person confirms himself by, and what this session has to do about it. */
export async function readFactors(ctx: Context, session: Session, site: Site | null): Promise<Factors> {
  const { userId } = session;
  const [factors, codesLeft, passkeys, { factorAt }] = await Promise.all([
    listFactors(ctx.db.system, userId),
    countUnusedCodes(ctx.db.system, userId),
    site ? listPasskeys(ctx.db.system, { userId, rpId: site.rpId }) : [],
    findProofs(ctx.db.system, session.id),
  ]);
  const half = isHalf(session);
  const ways: Factors['ways'] = [];
  if (passkeys.length > 0) ways.push('passkey');
  if (factors.some(({ kind }) => kind === 'totp')) ways.push('totp');
  if (codesLeft > 0) ways.push('recovery');
  return {
    asks: askOf(ctx.config, session),
    required: mustHaveFactor(ctx.config, session),
    confirmedAt: factorAt,
    ways,
    canAdd: [
      ...(site ? ['passkey' as const] : []),
      ...(ctx.config.secondFactor.totpKey ? ['totp' as const] : []),
    ],
    factors: half ? [] : factors,
    codesLeft: half ? 0 : codesLeft,
    companyRequires: session.company?.requiresFactor ?? null,
  };
}
