import type { FieldErrors } from '#contract/envelope.ts';

/** A refusal shown to the caller: a stable code for programs, a Russian sentence for people. */
export class Refusal extends Error {
  readonly status: number;
  /** The envelope's `code`: the HTTP status, except for the sign-in's own code (docs/calls.md 1). */
  readonly code: number;
  /** Stable name of the refusal, for logs and tests. */
  readonly reason: string;
  readonly fields: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Subject of the refusal, for programs. */
  readonly data: Record<string, unknown> | undefined;

  constructor(
    status: number,
    reason: string,
    message: string,
    more: {
      code?: number;
      fields?: FieldErrors;
      retryAfterSeconds?: number;
      data?: Record<string, unknown>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = more.code ?? status;
    this.reason = reason;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.data = more.data;
  }
}

/** A refusal that belongs to one field of a form. */
export function fieldRefusal(field: string, message: string): Refusal {
  return new Refusal(400, `bad-${field}`, message, { fields: { [field]: [message] } });
}

/** The message for what cannot be read at all: no JSON, no form, no UTF-8. */
export const UNREADABLE = 'Запрос не удалось прочитать';

/** The message for a body of another kind than calls take: XML, plain text, a list. */
export const NO_FIELDS = 'Ожидаются поля формы или объект JSON';

export function badRequest(message: string): Refusal {
  return new Refusal(400, 'bad-request', message);
}

export function notSignedIn(): Refusal {
  return new Refusal(401, 'not-signed-in', 'Войдите, чтобы продолжить');
}

export function notAllowed(message = 'Недостаточно прав'): Refusal {
  return new Refusal(403, 'not-allowed', message);
}

/** Refuses because the session got no code for a while and this action requires one (docs/calls.md 15). */
export function codeNeeded(): Refusal {
  return new Refusal(403, 'code', 'Подтвердите действие кодом из СМС');
}

/** Another company's thing and one that does not exist get the same answer (docs/calls.md 1). */
export function notFound(message = 'Не найдено'): Refusal {
  return new Refusal(404, 'not-found', message);
}

export function conflict(message: string, data?: Record<string, unknown>): Refusal {
  return new Refusal(409, 'conflict', message, data && { data });
}

/** Refuses because the caller has no role in the company that the request names (docs/calls.md 3). */
export function noRoleInCompany(): Refusal {
  return new Refusal(409, 'company', 'У вас больше нет роли в этой компании. Перейдите в другую');
}

/**
 * Refuses because one member has moved too much alone today. The call is stored for a second one (docs/decisions/0107).
 */
export function secondPersonNeeded(message: string): Refusal {
  return new Refusal(409, SECOND_PERSON, message);
}

export const SECOND_PERSON = 'second-person';

export const TOO_LARGE = 'Запрос слишком большой';

export function tooLarge(): Refusal {
  return new Refusal(413, 'too-large', TOO_LARGE);
}

export function tooOften(retryAfterSeconds: number): Refusal {
  return new Refusal(429, 'too-often', `Слишком часто. Повторите через ${retryAfterSeconds} с`, {
    retryAfterSeconds,
  });
}

/** Too many ask for heavy work at the same time. */
export function crowded(message: string, retryAfterSeconds: number): Refusal {
  return new Refusal(503, 'crowded', message, { retryAfterSeconds });
}

export function unavailable(message: string): Refusal {
  return new Refusal(503, 'unavailable', message);
}
