import type { FieldErrors } from '#contract/envelope.ts';

/** A refusal that the caller is told of: a stable code for programs, a Russian sentence for people. */
export class Refusal extends Error {
  readonly status: number;
  /** What the envelope carries; the status itself but for the sign-in's own code (api.md section 1). */
  readonly code: number;
  /** Stable name of the refusal, for logs and tests. */
  readonly reason: string;
  readonly fields: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    reason: string,
    message: string,
    more: {
      code?: number;
      fields?: FieldErrors;
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = more.code ?? status;
    this.reason = reason;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** The field of a form and what is wrong with it. */
export function fieldRefusal(field: string, message: string): Refusal {
  return new Refusal(400, `bad-${field}`, message, { fields: { [field]: [message] } });
}

/** Of what is not even a request: no JSON, no form, no UTF-8. */
export const UNREADABLE = 'Запрос не удалось прочитать';

export function badRequest(message: string): Refusal {
  return new Refusal(400, 'bad-request', message);
}

export function notSignedIn(): Refusal {
  return new Refusal(401, 'not-signed-in', 'Войдите, чтобы продолжить');
}

export function notAllowed(message = 'Недостаточно прав'): Refusal {
  return new Refusal(403, 'not-allowed', message);
}

/** Somebody else's thing and a thing that does not exist are one answer (api.md section 1). */
export function notFound(message = 'Не найдено'): Refusal {
  return new Refusal(404, 'not-found', message);
}

export function conflict(message: string): Refusal {
  return new Refusal(409, 'conflict', message);
}

export const TOO_LARGE = 'Запрос слишком большой';

export function tooLarge(): Refusal {
  return new Refusal(413, 'too-large', TOO_LARGE);
}

export function tooOften(retryAfterSeconds: number): Refusal {
  return new Refusal(429, 'too-often', `Слишком часто. Повторите через ${retryAfterSeconds} с`, {
    retryAfterSeconds,
  });
}

/** So many ask for heavy work at once that it cannot be done for all. */
export function crowded(message: string, retryAfterSeconds: number): Refusal {
  return new Refusal(503, 'crowded', message, { retryAfterSeconds });
}

export function unavailable(message: string): Refusal {
  return new Refusal(503, 'unavailable', message);
}
