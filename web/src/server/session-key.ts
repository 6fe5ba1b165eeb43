/** Under which the browser keeps the session (docs/spec-lines.md 4). */
export const SESSION_KEY = 'magistral.auth';
/** Under which it keeps what the first screen shows without a network. */
export const LAST_ANSWERS_KEY = 'magistral.last-answers';
