/** Sends short messages. The message contains a code, so neither it nor the phone is ever logged. */
export interface SmsGateway {
  /** `outbox`, `smsc`, `smsru` or `exolve`, as `SMS_PROVIDER` names it. */
  readonly provider: string;
  /** Never throws because of a provider's answer or silence: both are outcomes. */
  send(message: SmsMessage): Promise<SmsOutcome>;
}

export interface SmsMessage {
  /** `7XXXXXXXXXX` */
  phone: string;
  text: string;
  /** Our own id of this message, passed on to providers that accept one. */
  clientId: string;
}

export type SmsOutcome =
  | { accepted: true; providerId: string }
  | {
      accepted: false;
      kind: SmsRefusal;
      /**
       * Text for the log: the provider and its number for the reason, never its free text, which may repeat the code.
       */
      message: string;
    };

/**
 * `auth` our key is not accepted; `balance` our account is empty; `blocked` the text, the sender or the receiver is
 * forbidden; `number` this phone cannot be reached; `rate` too many or the same again; `temporary` anything that may
 * pass by itself, including a silent or incomprehensible provider: the message may then have been sent all the same.
 */
export type SmsRefusal = 'auth' | 'balance' | 'blocked' | 'number' | 'rate' | 'temporary';
