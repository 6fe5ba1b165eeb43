import { z } from 'zod';

/** The shape of every answer; the HTTP status equals `code` (docs/calls.md 1). */
export interface Envelope<Data = unknown, Meta = unknown> {
  code: number;
  data?: Data;
  message?: string;
  error_messages?: FieldErrors;
  meta?: Meta;
}

/**
 * The message of the 409 for a request key that was used before with another body. The earlier request has been
 * carried out (docs/calls.md 1).
 */
export const KEY_USED_FOR_OTHER_DATA = 'Этот ключ запроса уже использован с другими данными';

/** Field name → non-empty list of Russian sentences. */
export type FieldErrors = Record<string, string[]>;

export const failure = z.object({
  code: z.int(),
  message: z.string().optional(),
  error_messages: z.record(z.string(), z.array(z.string()).min(1)).optional(),
  reason: z.string().optional().meta({
    description:
      '`factor`: the session lacks its second factor, `data.factor` says what is asked; `code`: the call wants a fresh code, as `sms`; `company`: the caller has no role in the company that `X-Company-Id` names',
  }),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: 'what the refusal is about, where a program is to read it: `open` of a month' }),
  errors: z.object({ message: z.string() }).optional().meta({ description: 'of the sign-in' }),
  error_message: z.string().optional().meta({ description: 'of the calls about colleagues' }),
  request_id: z
    .string()
    .optional()
    .meta({ description: 'of a fault of the server: under it the log has the rest' }),
});
