import net from 'node:net';
import type { AddressInfo } from 'node:net';

interface ReceivedEmail {
  from: string;
  to: string[];
  /** Message as it came over the wire, with its headers. */
  data: string;
  /** Login of AUTH PLAIN, decoded, or null without a login. */
  login: string | null;
  /** The argument of EHLO. */
  greeting: string;
}

/** Negative answers of the server, by command. `silence` never answers, `break` cuts the connection. */
type Answers = Partial<Record<'GREETING' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'END', string>>;

export interface FakeSmtp {
  port: number;
  taken: ReceivedEmail[];
  stop(): Promise<void>;
}

/** A small mail server on loopback (RFC 5321), to test the real adapter against. It offers a login and no TLS. */
export async function serveSmtp(answers: Answers = {}): Promise<FakeSmtp> {
  const taken: ReceivedEmail[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    serveSession(socket, answers, taken);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function serveSession(socket: net.Socket, answers: Answers, taken: ReceivedEmail[]): void {
  let email: ReceivedEmail = { from: '', to: [], data: '', login: null, greeting: '' };
  let isData = false;
  let unread = '';

  function say(step: keyof Answers, usual: string): void {
    const answer = answers[step] ?? usual;
    if (answer === 'break') socket.destroy();
    else if (answer !== 'silence') socket.write(`${answer}\r\n`);
  }

  function take(line: string): void {
    if (isData) return takeData(line);
    const [command = ''] = line.toUpperCase().split(' ');
    if (command === 'EHLO') {
      email.greeting = line.split(' ')[1] ?? '';
      say('EHLO', '250-stand-in\r\n250-8BITMIME\r\n250 AUTH PLAIN');
    } else if (command === 'AUTH') {
      email.login = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString('utf8');
      say('AUTH', '235 2.7.0 ok');
    } else if (command === 'MAIL') {
      email.from = addressIn(line);
      say('MAIL', '250 2.1.0 ok');
    } else if (command === 'RCPT') {
      email.to.push(addressIn(line));
      say('RCPT', '250 2.1.5 ok');
    } else if (command === 'DATA') {
      isData = !answers.DATA;
      say('DATA', '354 go on');
    } else if (command === 'QUIT') socket.end('221 bye\r\n');
    else socket.write('500 5.5.1 what?\r\n');
  }

  function takeData(line: string): void {
    if (line !== '.') {
      email.data += `${line.replace(/^\./, '')}\r\n`;
      return;
    }
    isData = false;
    if (!answers.END) taken.push(email);
    email = { ...email, from: '', to: [], data: '' };
    say('END', '250 2.0.0 queued');
  }

  say('GREETING', '220 stand-in ESMTP');
  socket.setEncoding('utf8').on('data', (chunk) => {
    const lines = (unread + String(chunk)).split('\r\n');
    unread = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? '';
}
