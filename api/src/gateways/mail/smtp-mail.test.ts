import { afterEach, describe, expect, test } from 'vitest';
import { serveSmtp, type FakeSmtp } from '../../testing/wires/smtp-server.ts';
import type { MailRefusal, OutgoingEmail } from './mail.ts';
import { smtpMail, type SmtpOptions } from './smtp-mail.ts';

const EMAIL: OutgoingEmail = {
  messageId: '<letter.1@magistral.example>',
  to: 'ivan@example.ru',
  subject: 'Карты по заявке № 7 готовы',
  plain: 'Карты готовы.\n.\nТочка сама по себе не обрывает письма.\n',
  html: '<p>Карты готовы.</p>',
  unsubscribeUrl: 'https://magistral.example/unsubscribe?token=t0ken',
};

let server: FakeSmtp | undefined;
afterEach(async () => server?.stop());

async function sendTo(
  answers: Parameters<typeof serveSmtp>[0] = {},
  options: Partial<SmtpOptions> = {},
  email: Partial<OutgoingEmail> = {},
) {
  server = await serveSmtp(answers);
  const isSilent = Object.values(answers).includes('silence');
  const gateway = smtpMail({
    host: '127.0.0.1',
    port: server.port,
    isSecure: false,
    needsTls: false,
    user: 'portal',
    secret: 'hush',
    greetingName: 'cards.example.ru',
    from: { name: 'Магистраль', address: 'no-reply@magistral.example' },
    replyTo: 'help@magistral.example',
    timeLimits: isSilent ? { step: 200, whole: 400 } : { step: 60_000, whole: 60_000 },
    ...options,
  });
  return gateway.send({ ...EMAIL, ...email });
}

describe('an email over SMTP', () => {
  test('an email over SMTP has both parts, our Message-ID, and one-click unsubscribe', async () => {
    expect(await sendTo()).toEqual({ accepted: true });
    const [taken] = server!.taken;
    expect(taken).toMatchObject({
      from: 'no-reply@magistral.example',
      to: ['ivan@example.ru'],
      login: '\u0000portal\u0000hush',
    });
    const data = taken!.data.replace(/\r\n[ \t]+/g, ' ');
    expect(data).toContain('Message-ID: <letter.1@magistral.example>');
    expect(data).toContain('List-Unsubscribe: <https://magistral.example/unsubscribe?token=t0ken>');
    expect(data).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(data).toContain('Auto-Submitted: auto-generated');
    expect(data).toContain('Reply-To: help@magistral.example');
    expect(data).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(splitMessage(taken!.data)).toEqual([
      ['text/plain', EMAIL.plain.trim()],
      ['text/html', EMAIL.html],
    ]);
  });

  test('an email over SMTP is from the portal’s name, or the connection’s address', async () => {
    await sendTo();
    expect(server!.taken[0]!.greeting).toBe('cards.example.ru');
    await server!.stop();
    await sendTo({}, { greetingName: null });
    expect(server!.taken[0]!.greeting).not.toBe('cards.example.ru');
  });

  test('a necessary email over SMTP has no way to unsubscribe', async () => {
    await sendTo({}, {}, { unsubscribeUrl: null });
    expect(server!.taken[0]?.data).not.toContain('List-Unsubscribe');
  });

  test('an email goes to a .рф address in Punycode, without a login where none is set', async () => {
    await sendTo({}, { user: '', secret: '' }, { to: 'info@грузы.рф' });
    expect(server!.taken[0]).toMatchObject({ to: ['info@xn--c1ai0am5b.xn--p1ai'], login: null });
  });

  test('an email is not sent in the clear where TLS is needed and the server offers none', async () => {
    const outcome = await sendTo({}, { needsTls: true });
    expect(outcome).toMatchObject({
      accepted: false,
      kind: 'auth',
      message: expect.stringContaining('STARTTLS'),
    });
    expect(server!.taken).toEqual([]);
  });

  test.each<[string, Parameters<typeof serveSmtp>[0], MailRefusal]>([
    ['there is no such mailbox', { RCPT: '550 5.1.1 no ivan@example.ru here' }, 'address'],
    ['an old server says no more than 550', { RCPT: '550 no such user' }, 'address'],
    ['the mailbox is closed', { RCPT: '550 5.2.1 disabled' }, 'address'],
    ['the receiver’s policy refuses us', { RCPT: '554 5.7.1 policy' }, 'blocked'],
    ['the letter is taken for spam', { END: '550 5.7.1 spam' }, 'blocked'],
    ['the receiver is greeted later', { RCPT: '451 4.7.1 greylisted' }, 'temporary'],
    ['the mailbox is full', { RCPT: '452 4.2.2 full' }, 'temporary'],
    ['the login is wrong', { AUTH: '535 5.7.8 bad ivan@example.ru' }, 'auth'],
    ['our own address is not accepted', { MAIL: '553 5.7.1 not yours' }, 'auth'],
    ['the server is closing', { GREETING: '421 4.3.2 closing' }, 'temporary'],
    ['the server is silent from the start', { GREETING: 'silence' }, 'temporary'],
    ['the server falls silent over the letter', { END: 'silence' }, 'temporary'],
    ['the connection breaks', { RCPT: 'break' }, 'temporary'],
  ])('an email refused where %s is reported without address or text', async (_what, answers, kind) => {
    const outcome = await sendTo(answers);
    expect(outcome).toMatchObject({ accepted: false, kind });
    expect(JSON.stringify(outcome)).not.toMatch(/ivan|готовы|hush|t0ken/);
  });

  test('an email to a server that does not listen has an outcome, not an exception', async () => {
    server = await serveSmtp();
    const { port } = server;
    await server.stop();
    expect(await sendTo({}, { port })).toMatchObject({ accepted: false, kind: 'temporary' });
  });
});

/** Returns the parts of an email with their kinds, decoded. */
function splitMessage(data: string): [string, string][] {
  const boundary = /boundary="([^"]+)"/.exec(data)?.[1] ?? '';
  return data
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...body] = part.trim().split('\r\n\r\n');
      const kind = /Content-Type: ([^;\r]+)/i.exec(head)?.[1] ?? '';
      const text = body.join('\r\n\r\n');
      const decoded = /base64/i.test(head)
        ? Buffer.from(text, 'base64')
        : Buffer.from(
            text
              .replace(/=\r\n/g, '')
              .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
            'latin1',
          );
      return [kind, decoded.toString('utf8').replaceAll('\r\n', '\n').trim()];
    });
}
