import type { z } from 'zod';
import type { driverLink } from '#contract/driver-links.ts';
import type { DriverLink } from './driver-links.ts';

export function presentDriverLink(link: DriverLink): z.input<typeof driverLink> {
  return {
    id: link.id,
    driver: link.driver,
    phone: `•• ${link.phone.slice(-2)}`,
    made_at: link.madeAt.toISOString(),
    bound_at: link.boundAt?.toISOString() ?? null,
    seen_at: link.seenAt?.toISOString() ?? null,
  };
}
