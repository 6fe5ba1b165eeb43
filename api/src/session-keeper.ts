import type { Context } from './context.ts';

/** What calls leave in their session's row. The module `auth` owns the row; `http` only says what happened. */
export interface SessionKeeper {
  /** When the session last got a code; its sign-in is one. */
  findCodeTime(ctx: Context, sessionId: number): Promise<Date>;
  /** Spends a code of purpose `access` on the session. Refuses on `sms`. */
  confirm(ctx: Context, said: SaidConfirmation): Promise<void>;
  /** A deed of this session was confirmed by a code of its own. */
  noteCode(ctx: Context, sessionId: number): void;
  /** The session was used. */
  noteSeen(ctx: Context, sessionId: number): void;
}

export interface SaidConfirmation {
  sessionId: number;
  userId: number;
  code: string;
  ip: string;
}
