import type { z } from 'zod';
import { maskPhone } from '#contract/phone.ts';
import type { erasureRequest } from '#contract/personal-data.ts';
import { obstacleTo, type ErasureRequest } from './erasure.ts';

export function presentErasure(one: ErasureRequest): z.input<typeof erasureRequest> {
  const { id, firstname, lastname, phone, company } = one;
  return {
    id: one.requestId,
    asked_at: one.askedAt.toISOString(),
    person: { id, firstname, lastname, masked_phone: maskPhone(phone), company },
    obstacle: obstacleTo(one),
  };
}
