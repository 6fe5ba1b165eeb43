import type { EDM_MESSAGE_STATES } from '#contract/edm.ts';

/** A document's progress at the operator; `queued` waits to be sent. */
export type EdmMessageState = (typeof EDM_MESSAGE_STATES)[number];
