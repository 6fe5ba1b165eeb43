import type { z } from 'zod';
import type { deedOfClient } from '#contract/clients.ts';

/** The reason, where one was given. */
export function deedWords({ details }: z.infer<typeof deedOfClient>): string | null {
  return typeof details.reason === 'string' ? details.reason : null;
}
