/** Under which the browser keeps the session (docs/spec-lines.md 4). */
export const SESSION_KEY = 'magistral.auth';
