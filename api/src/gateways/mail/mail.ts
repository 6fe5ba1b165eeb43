/** Sends letters. A letter may hold a link that opens something, so none of its text is ever logged. */
export interface MailGateway {
  /** `outbox` or `smtp`, as `MAIL_PROVIDER` names it. */
  readonly provider: string;
  /** Never throws because of a server's answer or silence: both are outcomes. */
  send(email: OutgoingEmail): Promise<MailOutcome>;
}

export interface OutgoingEmail {
  /** The same for every attempt: whoever gets the letter twice is shown it once. */
  messageId: string;
  /** One address. */
  to: string;
  /** Where answers go, when it is not where they usually go. */
  replyTo?: string;
  subject: string;
  /** Complete by itself, for whoever reads no HTML. */
  plain: string;
  html: string;
  /** Where a mail program unsubscribes by one press (RFC 8058); null for a letter that is necessary. */
  unsubscribeUrl: string | null;
  /** A file beside the text. */
  attachment?: { name: string; mime: string; bytes: Buffer };
}

export type MailOutcome =
  | { accepted: true }
  | {
      accepted: false;
      kind: MailRefusal;
      /** For the log: the step and the server's numbers, never its free text, which may repeat the address. */
      message: string;
    };

/**
 * `address` there is no such mailbox; `blocked` the letter is refused for good for another reason; `auth` ours to put right:
 * wrong login, a sender that the server does not know, no TLS where we need it; `temporary` anything that may pass by
 * itself, including a silent server: the letter may then have been sent all the same.
 */
export type MailRefusal = 'address' | 'blocked' | 'auth' | 'temporary';

/** Headers beside sender, receiver and subject, the same whoever sends the letter. */
export function getHeaders({ unsubscribeUrl }: OutgoingEmail): Record<string, string> {
  return {
    // No answering machine answers, and no mailing list takes it for a person's.
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl !== null && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
}
