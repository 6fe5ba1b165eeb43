import type { z } from 'zod';
import type { addTotp, readFactors } from '#contract/identity/second-factor.ts';
import type { Added, Factors } from './factors.ts';
import type { Factor } from './factor.ts';

function presentFactor(factor: Factor) {
  return {
    id: factor.id,
    kind: factor.kind,
    title: factor.title,
    created_at: factor.createdAt.toISOString(),
    used_at: factor.usedAt?.toISOString() ?? null,
  };
}

export function presentAdded({ factor, recoveryCodes }: Added): z.input<NonNullable<typeof addTotp.data>> {
  return { factor: presentFactor(factor), recovery_codes: recoveryCodes };
}

export function presentFactors(read: Factors): z.input<NonNullable<typeof readFactors.data>> {
  return {
    asks: read.asks,
    required: read.required,
    confirmed_at: read.confirmedAt?.toISOString() ?? null,
    ways: read.ways,
    can_add: read.canAdd,
    factors: read.factors.map(presentFactor),
    recovery_codes_left: read.codesLeft,
    company_requires: read.companyRequires,
  };
}
