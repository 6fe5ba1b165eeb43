import type { z } from 'zod';
import type { clientAction } from '#contract/client-parts.ts';

/** The reason, where one was given. */
export function formatActionDetails({ details }: z.infer<typeof clientAction>): string | null {
  return typeof details.reason === 'string' ? details.reason : null;
}
