import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const { WEBHOOK_SECRET, PORT } = process.env;
const webhook = new Webhook(WEBHOOK_SECRET ?? '');

createServer(async (request, response) => {
  const body = await text(request);
  try {
    const event = webhook.verify(body, request.headers as Record<string, string>) as { type: string };
    // Повтор приходит с тем же webhook-id: по нему и узнавайте то, что уже сделано.
    console.log(request.headers['webhook-id'], event.type);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(Number(PORT ?? 8080));
