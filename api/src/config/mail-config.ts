import { isIP } from 'node:net';
import { emailProblem } from '#contract/values/email.ts';
import { ConfigError, readChoice, wholeNumber } from '../environment.ts';
import type { SmtpServer } from '../gateways/mail/smtp-mail.ts';

export interface SmsConfig {
  provider: 'outbox' | 'smsc' | 'smsru' | 'exolve';
  login: string;
  secret: string;
  sender: string;
}

export function readSmsConfig(env: NodeJS.ProcessEnv, production: boolean): SmsConfig {
  // SMS_PROVIDER [`outbox`, refused in production]: `outbox`, `smsc`, `smsru`, `exolve`.
  const provider = readChoice(env, 'SMS_PROVIDER', ['outbox', 'smsc', 'smsru', 'exolve'] as const, 'outbox');
  if (provider === 'outbox' && production) {
    throw new ConfigError(
      'SMS_PROVIDER=outbox shows every code on a page: a production start needs smsc, smsru or exolve.',
    );
  }
  return {
    provider,
    // SMS_LOGIN, SMS_SENDER [empty]: of the provider: login, and the name that a message comes from.
    login: env.SMS_LOGIN ?? '',
    // SMS_SECRET [none; needed with a provider]: its key or password.
    secret: readSmsSecret(env, provider),
    sender: env.SMS_SENDER ?? '',
  };
}

function readSmsSecret(env: NodeJS.ProcessEnv, provider: SmsConfig['provider']): string {
  const secret = env.SMS_SECRET ?? '';
  if (provider !== 'outbox' && !secret) {
    throw new ConfigError(`SMS_PROVIDER=${provider} needs SMS_SECRET: the provider's key or password.`);
  }
  return secret;
}

export interface MailConfig {
  /** Sender of emails. */
  from: { name: string; address: string };
  /** Null means that emails stay in the outbox of a development machine. */
  smtp: SmtpServer | null;
  /** The largest attachment of an email. */
  maxBytes: number;
}

/** Emails have links that confirm an address, so only a development machine shows them on a page. */
export function readMailConfig(
  env: NodeJS.ProcessEnv,
  given: { production: boolean; publicUrl: string | null; operator: { name: string; email: string } },
): MailConfig {
  // MAIL_MOST_KILOBYTES [10240]: the largest attachment of an email; a larger file is downloaded in the cabinet.
  const maxBytes = wholeNumber(env, 'MAIL_MOST_KILOBYTES', 10_240, 1, 102_400) * 1024;
  // MAIL_PROVIDER [`outbox`, refused in production]: `outbox`, `smtp`: the program that sends emails.
  const provider = readChoice(env, 'MAIL_PROVIDER', ['outbox', 'smtp'] as const, 'outbox');
  if (provider === 'outbox') {
    if (given.production) {
      throw new ConfigError(
        'MAIL_PROVIDER=outbox shows every letter on a page: a production start needs smtp and SMTP_URL.',
      );
    }
    return { from: toSender(env, given.operator), smtp: null, maxBytes };
  }
  if (given.publicUrl === null) {
    throw new ConfigError('MAIL_PROVIDER=smtp needs PUBLIC_URL: the links in letters begin with it.');
  }
  const from = toSender(env, { ...given.operator, email: '' });
  return { from, smtp: readSmtpServer(env, { ...given, publicUrl: given.publicUrl }), maxBytes };
}

/** A name before an address in angle brackets, with or without quotation marks (RFC 5322, 3.4). */
const NAMED_ADDRESS = /^[ \t]*"?([^"<>\r\n]*?)"?[ \t]*<([^<>]+)>[ \t]*$/;

function toSender(env: NodeJS.ProcessEnv, operator: { name: string; email: string }): MailConfig['from'] {
  // MAIL_FROM [the operator’s e-mail with `outbox`; needed with `smtp`]: the sender's address of emails, alone or as `Имя <адрес>`.
  const text = env.MAIL_FROM || operator.email;
  const [, name = '', address = text] = NAMED_ADDRESS.exec(text) ?? [];
  if (env.MAIL_FROM !== undefined || operator.email === '') {
    if (emailProblem(address))
      throw new ConfigError(
        `MAIL_FROM=${text} is not an e-mail address that letters can come from, nor «Имя <адрес>».`,
      );
  }
  return { name: name || operator.name, address };
}

const PORT_BY_PROTOCOL: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A password in the address is never repeated in a sentence. */
function readSmtpServer(
  env: NodeJS.ProcessEnv,
  { production, publicUrl }: { production: boolean; publicUrl: string },
): SmtpServer {
  // SMTP_URL [none; needed with `smtp`]: `smtps://mail.example.ru` (TLS), `smtp://…:587` (STARTTLS, in production required).
  const text = env.SMTP_URL ?? '';
  const url = URL.canParse(text) ? new URL(text) : null;
  const usualPort = PORT_BY_PROTOCOL[url?.protocol ?? ''];
  if (!url?.hostname || usualPort === undefined) {
    throw new ConfigError('SMTP_URL is not an address that begins with smtp:// or smtps://.');
  }
  const isSecure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : usualPort,
    isSecure,
    needsTls: !isSecure && production && !LOOPBACK.includes(url.hostname),
    // SMTP_USER, SMTP_SECRET [of SMTP_URL, else none]: the login and the password there.
    user: env.SMTP_USER || decodeURIComponent(url.username),
    secret: env.SMTP_SECRET || decodeURIComponent(url.password),
    greetingName: getGreetingName(env, publicUrl),
  };
}

const DOMAIN = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

/** Null where the portal itself is reached by an IP address: the connection's own address greets then. */
function getGreetingName(env: NodeJS.ProcessEnv, publicUrl: string): string | null {
  // SMTP_EHLO [the host of PUBLIC_URL]: the domain name by which the portal greets the mail server.
  const name = env.SMTP_EHLO || new URL(publicUrl).hostname;
  if (!env.SMTP_EHLO && isIP(name.replace(/^\[|\]$/g, '')) !== 0) return null;
  if (!DOMAIN.test(name)) throw new ConfigError(`SMTP_EHLO=${name} is not a domain name.`);
  return name;
}
