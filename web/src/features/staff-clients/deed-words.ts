import type { z } from 'zod';
import type { deedOfClient } from '#contract/client-parts.ts';

/** The reason, where one was given. */
export function deedWords({ details }: z.infer<typeof deedOfClient>): string | null {
  return typeof details.reason === 'string' ? details.reason : null;
}
