/** Sends short messages. The message carries a code, so neither it nor the phone ever reaches a log. */
export interface SmsGateway {
  /** `outbox`, `smsc`, `smsru` or `exolve`, as `SMS_PROVIDER` names it (product.md section 5). */
  readonly provider: string;
  /** Never throws for what a provider may say or fail to say: that is an outcome. */
  send(message: SmsMessage): Promise<SmsOutcome>;
}

export interface SmsMessage {
  /** `7XXXXXXXXXX` */
  phone: string;
  text: string;
  /** Our own name for this message; a provider that knows own ids is given it. */
  clientId: string;
}

export type SmsOutcome =
  | { accepted: true; providerId: string }
  | {
      accepted: false;
      kind: SmsRefusal;
      /** For the log: the provider and its number for the reason, never its free text, which may repeat the code. */
      message: string;
    };

/**
 * `auth` our key is not accepted; `balance` our account is empty; `blocked` the text, the sender or the receiver is
 * forbidden; `number` this phone cannot be reached; `rate` too many or the same again; `temporary` anything that may
 * pass by itself, a silent or incomprehensible provider included: the message may then have gone out all the same.
 */
export type SmsRefusal = 'auth' | 'balance' | 'blocked' | 'number' | 'rate' | 'temporary';
