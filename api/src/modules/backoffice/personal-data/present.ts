import type { z } from 'zod';
import { maskPhone } from '#contract/values/phone.ts';
import type { erasureRequest, readErasure } from '#contract/identity/personal-data.ts';
import { findErasureObstacle, type ErasureRequest } from './erasures.ts';

export function presentErasure(item: ErasureRequest): z.input<typeof erasureRequest> {
  const { id, firstname, lastname, phone, company } = item;
  return {
    id: item.requestId,
    asked_at: item.askedAt.toISOString(),
    person: { id, firstname, lastname, masked_phone: maskPhone(phone), company },
    obstacle: findErasureObstacle(item),
  };
}

type OwnErasure = z.input<(typeof readErasure)['data'] & z.ZodType>;

export function presentOwnErasure(found: {
  open: { askedAt: Date } | null;
  obstacle: string | null;
  declined: { at: Date; reason: string } | null;
}): OwnErasure {
  const { open, obstacle, declined } = found;
  return {
    asked_at: open?.askedAt.toISOString() ?? null,
    obstacle,
    declined: declined && { at: declined.at.toISOString(), reason: declined.reason },
  };
}
