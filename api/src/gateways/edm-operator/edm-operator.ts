/**
 * The operator of electronic document exchange: it connects our box with a client's, and carries documents between them.
 * Every method throws EdmUnavailable where nobody knows what became of the call: it may be repeated.
 */
export interface EdmOperator {
  /** `diadoc`, `embedded`, or `none`. */
  readonly provider: string;
  /** Asks the operator to invite a company; it works on that by itself. */
  invite(counteragent: Counteragent): Promise<Invitation>;
  /** What has become of the invitation's task. */
  inviteResult(taskId: string): Promise<InviteResult>;
  /** Whether the company has taken the invitation. */
  connectionOf(boxId: string): Promise<Connection>;
  /** Hands a document over. The same operation id is the same message, however often it is sent. */
  send(document: EdmDocument): Promise<Sending>;
  /** How far a document has come that was handed over. */
  progressOf(messageId: string): Promise<MessageProgress>;
}

export interface Counteragent {
  inn: string;
  kpp: string | null;
  title: string;
  /** What the company reads beside the invitation. */
  message: string;
}

export type Invitation =
  | { kind: 'started'; taskId: string }
  /** The company works with another operator: roaming has to be set up first. */
  | { kind: 'roaming-required' }
  | { kind: 'failed'; reason: string };

export type InviteResult =
  | { kind: 'pending'; retryAfterSeconds: number }
  | { kind: 'invited'; boxId: string }
  | { kind: 'roaming-required' }
  | { kind: 'failed'; reason: string };

export type Connection = 'invited' | 'accepted' | 'rejected';

export interface EdmDocument {
  boxId: string;
  /** A UUID of this one sending. */
  operationId: string;
  name: string;
  number: string;
  /** `YYYY-MM-DD` */
  dateIso: string;
  bytes: Uint8Array;
}

export type Sending =
  | { kind: 'sent'; messageId: string }
  /** The operator does not take it as things stand; people mend that, so it may take it later. */
  | { kind: 'not-now'; reason: string }
  /** The operator will not take it, however often it is asked. */
  | { kind: 'failed'; reason: string };

export interface MessageProgress {
  /** `sent`: the operator has it. `delivered`: it lies in the company's box. The last three are ends. */
  state: 'sent' | 'delivered' | 'signed' | 'refused' | 'failed';
  /** Where to ask next: a draft that was sent becomes another message. */
  messageId: string;
  /** Russian, for a person. */
  reason?: string;
  /** The operator no longer has it: another sending of it doubles nothing. */
  gone?: true;
}

/** Keeps the operator's newest refresh token over restarts. */
export interface TokenKeeper {
  /** Null where none was kept: the configured one is good. */
  read(): Promise<string | null>;
  keep(refreshToken: string): Promise<void>;
}

/** Nobody knows what the operator did: ask again later. */
export class EdmUnavailable extends Error {
  override readonly name = 'EdmUnavailable';
}
