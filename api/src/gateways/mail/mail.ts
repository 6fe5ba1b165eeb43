/** Sends emails. An email may contain a link that opens something, so none of its text is ever logged. */
export interface MailGateway {
  /** `outbox` or `smtp`, as `MAIL_PROVIDER` names it. */
  readonly provider: string;
  /** Never throws because of a server's answer or silence: both are outcomes. */
  send(email: OutgoingEmail): Promise<MailOutcome>;
}

export interface OutgoingEmail {
  /** Id that is the same for every attempt. A recipient who gets the email twice sees it once. */
  messageId: string;
  /** One address. */
  to: string;
  /** Address for replies, when it is not the usual one. */
  replyTo?: string;
  subject: string;
  /** Complete text by itself, for recipients who read no HTML. */
  plain: string;
  html: string;
  /** Address where a mail program unsubscribes by one click (RFC 8058); null for a necessary email. */
  unsubscribeUrl: string | null;
  /** A file beside the text. */
  attachment?: { name: string; mime: string; bytes: Buffer };
}

export type MailOutcome =
  | { accepted: true }
  | {
      accepted: false;
      kind: MailRefusal;
      /** Text for the log: the step and the server's numbers, never its free text, which may repeat the address. */
      message: string;
    };

/**
 * Reason of a refusal. `address`: there is no such mailbox; `blocked`: the email is refused for good for another
 * reason; `auth`: ours to fix, such as a wrong login, a sender unknown to the server, no TLS where we need it;
 * `temporary`: anything that may pass by itself, including a silent server, so the email may have been sent all the
 * same.
 */
export type MailRefusal = 'address' | 'blocked' | 'auth' | 'temporary';

/** Returns the headers beside sender, receiver and subject. They are the same for every sender. */
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
