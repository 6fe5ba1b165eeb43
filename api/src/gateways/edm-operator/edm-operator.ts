import type { EdmMessageState } from '#contract/papers/edm.ts';
/**
 * The operator of electronic document exchange: connects our box with a client's and carries documents between them.
 * Every method throws EdmUnavailable when the outcome of the call is unknown; it may be repeated.
 */
export interface EdmOperator {
  /** `diadoc`, `sbis`, `embedded`, or `none`. */
  readonly provider: string;
  /** Asks the operator to invite a company; this runs as a task on its side. */
  invite(counteragent: Counteragent): Promise<Invitation>;
  /** The outcome of the invitation's task. */
  inviteResult(taskId: string): Promise<InviteResult>;
  /** Returns whether the company has accepted the invitation. */
  getConnection(boxId: string): Promise<Connection>;
  /** Returns a connected company's identity in the exchange. Null means that the operator does not provide it. */
  getParticipant(boxId: string): Promise<Participant | null>;
  /** Sends a document. The same operation id is the same message, however often it is sent. */
  send(document: EdmDocument): Promise<SendResult>;
  /** The progress of a document that was sent. */
  readProgress(messageId: string): Promise<MessageProgress>;
  /** Returns a page of what has happened since a cursor; null begins now. It may repeat earlier events. */
  changesSince(cursor: string | null): Promise<EdmChanges>;
}

interface EdmChanges {
  /** Messages whose progress may be another one now. */
  messageIds: string[];
  /** Cursor from which to continue reading. */
  cursor: string;
  more: boolean;
}

/** Kinds of documents in the State's form, which the operator accepts as such. */
const FORMALISED_KINDS = ['upd', 'ukd', 'reconciliation'] as const;
export type FormalisedKind = (typeof FORMALISED_KINDS)[number];

/** The power of attorney that machines read (МЧД), under which documents are signed. */
export interface PowerOfAttorney {
  number: string;
  issuerInn: string;
}

interface Counteragent {
  inn: string;
  kpp: string | null;
  title: string;
  /** The text that the company reads with the invitation. */
  message: string;
}

type Invitation =
  | { kind: 'started'; taskId: string }
  /** The company uses another operator: roaming has to be set up first. */
  | { kind: 'roaming-required' }
  | { kind: 'failed'; reason: string };

type InviteResult =
  | { kind: 'pending'; retryAfterSeconds: number }
  | { kind: 'invited'; boxId: string }
  | { kind: 'roaming-required' }
  | { kind: 'failed'; reason: string };

/** `id` as the tax service knows it: its first three characters are those of the operator. */
export interface Participant {
  id: string;
  /** Another operator than ours has the box: what goes there travels longer. */
  roaming: boolean;
}

export type Connection = 'invited' | 'accepted' | 'rejected';

export interface EdmDocument {
  boxId: string;
  /** UUID of this one delivery. */
  operationId: string;
  name: string;
  number: string;
  /** `YYYY-MM-DD` */
  dateIso: string;
  bytes: Uint8Array;
  /** Its form, where the bytes are a title in XML. Null means any file. */
  formalised: FormalisedKind | null;
}

export type SendResult =
  | { kind: 'sent'; messageId: string }
  /** Not accepted for now: people can remove the cause, so it may be accepted later. */
  | { kind: 'not-now'; reason: string }
  /** Never accepted, however often it is sent. */
  | { kind: 'failed'; reason: string };

export interface MessageProgress {
  /**
   * `sent`: the operator has it. `delivered`: it is in the company's box. `disagreed`: signed with disagreements.
   * `cancelling`: one side has proposed to annul the document, `cancelled`: the other has agreed.
   */
  state: Exclude<EdmMessageState, 'queued'>;
  /** Message to ask about next. A draft that was sent becomes another message. */
  messageId: string;
  /** Russian, for a person. */
  reason?: string;
  /** The buyer's title, where the operator hands it out. */
  answer?: Buffer;
  /** This message will never arrive: sent again, the document has to be another one, and is no duplicate. */
  gone?: true;
}

/** Stores the operator's newest refresh token across restarts. */
export interface TokenStore {
  /** Returns the stored token. Null when none is stored: the configured one is valid. */
  read(): Promise<string | null>;
  keep(refreshToken: string): Promise<void>;
}

/** The outcome is unknown; ask again later. `retryAfterSeconds`: the operator is overloaded and gives a delay (429). */
export class EdmUnavailable extends Error {
  override readonly name = 'EdmUnavailable';
  readonly retryAfterSeconds: number | null;
  constructor(
    message: string,
    { cause, retryAfterSeconds }: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, { cause });
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}
