import { z } from 'zod';

/** What every answer looks like; the HTTP status equals `code` (api.md section 1). */
export interface Envelope<Data = unknown, Meta = unknown> {
  code: number;
  data?: Data;
  message?: string;
  error_messages?: FieldErrors;
  meta?: Meta;
}

/** Field name → non-empty list of Russian sentences. */
export type FieldErrors = Record<string, string[]>;

export const failure = z.object({
  code: z.int(),
  message: z.string().optional(),
  error_messages: z.record(z.string(), z.array(z.string()).min(1)).optional(),
});
