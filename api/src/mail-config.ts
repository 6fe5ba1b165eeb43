import { emailProblem } from '#contract/email.ts';
import { ConfigError, oneOf, wholeNumber } from './environment.ts';
import type { SmtpServer } from './gateways/mail/smtp-mail.ts';

export interface SmsConfig {
  provider: 'outbox' | 'smsc' | 'smsru' | 'exolve';
  login: string;
  secret: string;
  sender: string;
}

export function smsOf(env: NodeJS.ProcessEnv, production: boolean): SmsConfig {
  // SMS_PROVIDER [`outbox`, refused in production]: `outbox`, `smsc`, `smsru`, `exolve`.
  const provider = oneOf(env, 'SMS_PROVIDER', ['outbox', 'smsc', 'smsru', 'exolve'] as const, 'outbox');
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
    secret: secretOf(env, provider),
    sender: env.SMS_SENDER ?? '',
  };
}

function secretOf(env: NodeJS.ProcessEnv, provider: SmsConfig['provider']): string {
  const secret = env.SMS_SECRET ?? '';
  if (provider !== 'outbox' && !secret) {
    throw new ConfigError(`SMS_PROVIDER=${provider} needs SMS_SECRET: the provider's key or password.`);
  }
  return secret;
}

export interface MailConfig {
  /** The address that letters come from. */
  from: string;
  /** Null: letters are kept in the outbox of a development machine. */
  smtp: SmtpServer | null;
  /** The largest file beside a letter. */
  mostBytes: number;
}

/** Letters hold links that confirm an address, so outside a development machine none is shown on a page. */
export function mailOf(
  env: NodeJS.ProcessEnv,
  given: { production: boolean; publicUrl: string | null; operatorEmail: string },
): MailConfig {
  // MAIL_MOST_KILOBYTES [10240]: the largest file beside a letter; what is larger is downloaded in the cabinet.
  const mostBytes = wholeNumber(env, 'MAIL_MOST_KILOBYTES', 10_240, 1, 102_400) * 1024;
  // MAIL_PROVIDER [`outbox`, refused in production]: `outbox`, `smtp`: who sends letters.
  const provider = oneOf(env, 'MAIL_PROVIDER', ['outbox', 'smtp'] as const, 'outbox');
  if (provider === 'outbox') {
    if (given.production) {
      throw new ConfigError(
        'MAIL_PROVIDER=outbox shows every letter on a page: a production start needs smtp and SMTP_URL.',
      );
    }
    return { from: addressOf(env, given.operatorEmail), smtp: null, mostBytes };
  }
  if (given.publicUrl === null) {
    throw new ConfigError('MAIL_PROVIDER=smtp needs PUBLIC_URL: the links in letters begin with it.');
  }
  return { from: addressOf(env, ''), smtp: smtpOf(env, given.production), mostBytes };
}

function addressOf(env: NodeJS.ProcessEnv, fallback: string): string {
  // MAIL_FROM [the operator’s e-mail with `outbox`; needed with `smtp`]: the address that letters come from.
  const address = env.MAIL_FROM || fallback;
  if (env.MAIL_FROM !== undefined || fallback === '') {
    if (emailProblem(address))
      throw new ConfigError(`MAIL_FROM=${address} is not an e-mail address that letters can come from.`);
  }
  return address;
}

const PORT_OF: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A password in the address is never repeated in a sentence. */
function smtpOf(env: NodeJS.ProcessEnv, production: boolean): SmtpServer {
  // SMTP_URL [none; needed with `smtp`]: `smtps://mail.example.ru` (TLS), `smtp://…:587` (STARTTLS, in production required).
  const text = env.SMTP_URL ?? '';
  const url = URL.canParse(text) ? new URL(text) : null;
  const usualPort = PORT_OF[url?.protocol ?? ''];
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
  };
}
