import { createTransport } from 'nodemailer';
import {
  getHeaders,
  type MailGateway,
  type MailOutcome,
  type MailRefusal,
  type OutgoingEmail,
} from './mail.ts';

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps://`); otherwise STARTTLS where the server offers it. */
  isSecure: boolean;
  /** If true, a server that offers no TLS gets no email. */
  needsTls: boolean;
  /** Login name. Empty means the server takes emails from this machine without a login. */
  user: string;
  secret: string;
  /** Name sent with EHLO. Null means the connection's own address. */
  greetingName: string | null;
}

export interface SmtpOptions extends SmtpServer {
  from: { name: string; address: string };
  /** Address for replies, which the programme's own people read. */
  replyTo: string;
  timeLimits?: { step: number; whole: number };
}

/** Time limits. A step is one answer of the server. A whole email may be slow, but must end before its claim does. */
const TIME_LIMITS_MS = { step: 15_000, whole: 60_000 };

/**
 * Uses any mail server, by SMTP with nodemailer. Each email has a connection of its own, so that no dead one is reused.
 */
export function smtpMail(options: SmtpOptions): MailGateway {
  const { step, whole } = options.timeLimits ?? TIME_LIMITS_MS;

  async function send(email: OutgoingEmail): Promise<MailOutcome> {
    const transport = createTransport({
      host: options.host,
      port: options.port,
      secure: options.isSecure,
      requireTLS: options.needsTls,
      ...(options.greetingName !== null && { name: options.greetingName }),
      ...(options.user && { auth: { user: options.user, pass: options.secret } }),
      connectionTimeout: step,
      greetingTimeout: step,
      socketTimeout: step,
      dnsTimeout: step,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const delivery = transport.sendMail({
      from: options.from,
      replyTo: email.replyTo ?? options.replyTo,
      to: { name: '', address: email.to },
      subject: email.subject,
      text: email.plain,
      html: email.html,
      messageId: email.messageId,
      headers: getHeaders(email),
      ...(email.attachment && { attachments: [toNodemailerAttachment(email.attachment)] }),
    });
    return withTimeout(delivery, whole)
      .then((): MailOutcome => ({ accepted: true }))
      .catch((error: unknown) => toRefusal(error))
      .finally(() => transport.close());
  }

  return { provider: 'smtp', send };
}

function toNodemailerAttachment({ name, mime, bytes }: NonNullable<OutgoingEmail['attachment']>) {
  return { filename: name, contentType: mime, content: bytes };
}

async function withTimeout(delivery: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), limitMs);
  });
  try {
    await Promise.race([delivery, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Facts of a failure from nodemailer: its own code, and the server's answer to which command. */
interface SmtpFailure {
  code?: string;
  command?: string;
  response?: string;
  responseCode?: number;
}

function toRefusal(error: unknown): MailOutcome {
  const { code = 'late', command = '', response = '', responseCode } = (error ?? {}) as SmtpFailure;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response)?.[1] ?? '';
  const numbers = [responseCode, enhanced].filter(Boolean).join(' ');
  const kind = classifyFailure({ code, command, enhanced, responseCode });
  return { accepted: false, kind, message: `smtp: ${[code, command, numbers].filter(Boolean).join(' ')}` };
}

/** RFC 5321 4.2.1: 4 may pass by itself, 5 is for good; RFC 3463: 5.1 and 5.2.1 are about the mailbox. */
function classifyFailure(failure: {
  code: string;
  command: string;
  enhanced: string;
  responseCode: number | undefined;
}): MailRefusal {
  const { code, command, enhanced, responseCode = 0 } = failure;
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'auth';
  if (responseCode < 500) return 'temporary';
  if (command === 'RCPT TO')
    return enhanced === '' || /^5\.(1\.|2\.1$)/.test(enhanced) ? 'address' : 'blocked';
  if (command === 'DATA') return 'blocked';
  // The greeting, TLS or our own address: not the receiver's fault, and ours to put right.
  return 'auth';
}
