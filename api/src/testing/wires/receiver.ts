import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

interface ReceivedWebhook {
  /** `webhook-id`. */
  id: string;
  body: { id: number; type: string; data: Record<string, unknown> };
}

/** Reaction of a receiver to a message: it answers with a status, ends the connection, or never answers. */
export type Reaction = number | 'close' | 'hang';

/** A client's own program, which takes messages as `/developers` shows it. */
export interface Receiver {
  url: string;
  /** Genuine webhooks that were answered with 2xx, in order of arrival. */
  got: ReceivedWebhook[];
  /** The secret by which messages are verified from now on. */
  trust(secret: string): void;
  /** Returns how many messages have arrived that were not signed with the secret. */
  forged(): number;
  stop(): void;
}

export async function startReceiver(react: (id: string) => Reaction = () => 204): Promise<Receiver> {
  const got: ReceivedWebhook[] = [];
  let forged = 0;
  let webhook: Webhook | null = null;
  const server = createServer((request, response) => {
    void text(request).then((input) => {
      const id = String(request.headers['webhook-id']);
      if (!webhook || !isGenuine(webhook, request.headers, input)) {
        forged += 1;
        return response.writeHead(400).end();
      }
      const reaction = react(id);
      if (reaction === 'hang') return undefined;
      if (reaction === 'close') return request.socket.destroy();
      if (reaction < 300) got.push({ id, body: JSON.parse(input) });
      return response.writeHead(reaction).end();
    }, sendNoBody);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    got,
    trust: (secret) => (webhook = new Webhook(secret)),
    forged: () => forged,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A sender that was killed in the middle. */
function sendNoBody(): void {}

/** Accepts any age, because a test's clock is not the machine's. */
function isGenuine(webhook: Webhook, headers: IncomingHttpHeaders, input: string): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  return webhook.sign(String(headers['webhook-id']), at, input) === headers['webhook-signature'];
}
