import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import type { TransferClient } from './data/prepare-carriers.ts';
import type { BenchServer } from './start-server.ts';

/** Clients' programs on this machine: what is sent to a path under `/silent` is never answered. */
export interface Receivers {
  connect(server: BenchServer, client: pg.Client, owner: TransferClient, path: string): Promise<void>;
  writeEvents(client: pg.Client, owner: TransferClient, count: number): Promise<void>;
  /** Messages that were answered, each counted once. */
  answered(): number;
  hanging(): number;
  maxPending(): number;
  stop(): void;
}

export async function openReceivers(): Promise<Receivers> {
  const ids = new Set<string>();
  const open = new Set<ServerResponse>();
  let max = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.startsWith('/silent')) {
      open.add(response);
      response.once('close', () => open.delete(response));
      max = Math.max(max, open.size);
      return;
    }
    ids.add(String(request.headers['webhook-id']));
    request.once('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    connect: (at, client, owner, path) => connectWebhook(at, client, owner, `${origin}/${path}`),
    writeEvents,
    answered: () => ids.size,
    hanging: () => open.size,
    maxPending: () => max,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function connectWebhook(
  server: BenchServer,
  client: pg.Client,
  owner: TransferClient,
  url: string,
): Promise<void> {
  // The session of a user who has just typed a code.
  await client.query(
    `update session set confirmed_at = now() from app_user where app_user.id = user_id and app_user.company_id = $1`,
    [owner.companyId],
  );
  const reply = await fetch(`http://127.0.0.1:${server.port}/api/webhooks`, {
    method: 'POST',
    headers: { 'x-auth-token': owner.token, 'content-type': 'application/json' },
    body: JSON.stringify({ url, types: ['operation.created'] }),
  });
  if (!reply.ok) throw new Error(`no webhook was made: ${reply.status} ${await reply.text()}`);
}

async function writeEvents(client: pg.Client, { companyId }: TransferClient, count: number): Promise<void> {
  await client.query(
    `insert into change_event (company_id, generation, type, at, data)
     select $1, generation, 'operation.created', now(), json_build_object('id', number, 'card_id', 7, 'partner_id', 1,
       'type_id', 11, 'status_id', 1, 'sum', 2450.5, 'litres', 40, 'goods', 'ДТ', 'created_at', now())
     from event_generation, generate_series(1, $2::int) number`,
    [companyId, count],
  );
}
