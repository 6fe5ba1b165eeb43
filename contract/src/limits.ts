import { PARTNER_ID_MAX } from './ids.ts';

/**
 * Every number of spec section 9, named once and used by the server and the screens. When the spec has two readings
 * of a number, both are here under their own names.
 */
export const SMS_RESEND_SECONDS = 45;
export const SMS_CODE_LENGTH = 6;
/** A code is good for five minutes and five tries (docs/calls.md 3). */
export const SMS_CODE_LIFETIME_SECONDS = 300;
export const SMS_CODE_MAX_TRIES = 5;

/** A repeat with the same `Idempotency-Key` gets the first answer for this long. Afterwards it is a new request. */
export const REQUEST_KEY_DAYS = 30;

export const QUANTITY_MAX_PER_PARTNER = 100;
/** The maximum of a stepper that names none. */
export const QUANTITY_MAX_DEFAULT = 999;

/** The most lines of an order: a line for each card of every network that there can be. */
export const ORDER_LINES_MAX = PARTNER_ID_MAX * QUANTITY_MAX_PER_PARTNER;

export const AMOUNT_MAX_DIGITS = 6;
export const CURRENCY_SIGN = '₽';

export const ERROR_CLEARS_SECONDS = 10;
export const SESSION_SECONDS = 3600;
/** The idle end of a session of the programme's staff. */
export const STAFF_SESSION_SECONDS = 900;
export const EDM_MODAL_CLOSES_SECONDS = 7;
export const COMMENT_DEBOUNCE_MS = 500;
export const LIST_REFRESH_MS = 500;
export const LOGOUT_WAIT_SECONDS = 3;
export const OBJECTION_MODAL_CLOSES_SECONDS = 2;
export const HOLIDAY_MODAL_DELAY_SECONDS = 2;
export const INVOICE_PREVIEW_HIDES_SECONDS = 3;

/** Times of the hidden frame that prints the bill on the order page. */
export const ORDER_BILL_FRAME = { printAfterMs: 1500, hideAfterMs: 10_000 };
/** The other reading of the same times, used on a request's page in the cabinet. */
export const DOWNLOAD_BILL_FRAME = { printAfterMs: 1500, hideAfterMs: 3000, closeAfterMs: 7000 };

/** Documents begin in this year. */
export const DOCUMENTS_FIRST_YEAR = 2000;
export const YEARS_PER_PAGE = { wide: 10, narrow: 5, narrowBelowPx: 992 };

export const MAP_INITIAL_ZOOM = 3;
/** Planar degrees, as the spec has it: 3.3 km north to south, about 1.9 km east to west at 55° N. */
export const ROUTE_STATION_DEGREES = 0.03;
export const MAP_PANEL_MAX_WIDTH_PX = 650;

export const DEFAULT_PARTNER_2_LIMIT = { period: 'P1D', unit: 'sum', count: 0 } as const;
export const CARD_UNIT_PRICE_RUBLES = 1;
export const STATIONS_CLAIM = 2400;
export const SUPPORT_HOURS = '9:00–19:00';

/** The most cards that one bulk call may name. */
export const BULK_CARDS_MAX = 500;

export const COMMENT_MAX_LENGTH = 255;
export const OPERATIONS_PER_PAGE = 20;
/** Card requests on one page of the staff's list. */
export const REQUESTS_PER_PAGE = 50;
/** Incoming payments on one page of the staff's list. */
export const PAYMENTS_PER_PAGE = 50;
/** The most rows that a list gives at once. */
export const MAX_LIST_ROWS = 500;
/** The rest of a longer summary is one last row. */
export const MAX_SUMMARY_ROWS = 1000;
export const INVOICES_PER_PAGE = 20;
export const UPLOAD_MAX_BYTES = 10 * 1024 * 1024;
export const DOWNLOAD_TICKET_SECONDS = 60;

/** Time in which a session needs no other code for an action that could give a company away (docs/calls.md 15). */
export const FRESH_CODE_MINUTES = 15;

/** An invitation ends by itself. */
export const INVITATION_DAYS = 7;
/** The audit log: how many lines can be paged through; beyond that a list is narrowed down, or saved as a file. */
export const AUDIT_LISTED = 10_000;
export const AUDIT_PER_PAGE = 50;
/** A folded line shows this many other lines of its request; the file has all of them. */
export const AUDIT_PARTS = 100;

/** Positions of trucks are stored for this many days. What was found by them stays with its evidence. */
export const POSITION_DAYS = 7;
