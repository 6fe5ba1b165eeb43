/** Key under which the browser stores the session (docs/spec-lines.md 4). */
export const SESSION_KEY = 'magistral.auth';
/** Key under which a tab stores its user in the company for which it acts. */
export const TAB_KEY = 'magistral.tab';
/** Beginning of the keys under which the browser stores what the cabinet shows without a network. */
export const LAST_ANSWERS_KEY = 'magistral.last-answers';
