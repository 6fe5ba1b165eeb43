import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PARTNER, PARTNER_IDS, type FirstPartnerId } from '#contract/ids.ts';
import { sendAsFlights } from '../../api/src/db/pipeline/pipeline.ts';
import type { MailGateway } from '../../api/src/gateways/mail/mail.ts';
import { outboxSms } from '../../api/src/gateways/sms/outbox-sms.ts';
import type { SmsGateway } from '../../api/src/gateways/sms/sms.ts';
import { manualClock, type ManualClock } from '../../api/src/lib/clock.ts';
import { simulatedNetwork, type SimulatedNetwork } from './network.ts';

/** The world around the product: it goes on when a process of the product dies. */
export interface ExternalServices {
  clock: ManualClock;
  networks: Record<FirstPartnerId, SimulatedNetwork>;
  sms: SmsGateway;
  mail: MailGateway;
  /** The next messages are refused by the provider. */
  refuseMessages(count: number): void;
  /** The last code that came to a phone. */
  lastCode(phone: string): string | null;
  /** The database's owner, used by the queue and the checks. */
  owner: pg.Client;
  /** Ends all connections but the owner's; resolves when they are gone. */
  cutConnections(): Promise<void>;
  /** Reports a problem that must never occur; the driver fails on it. */
  complain(problem: string): void;
  complaints: string[];
  close(): Promise<void>;
}

const CUT_MS = 5000;
const END_OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** Friday; the month ends within the first week. */
export const START_TIME = '2026-09-25T06:00:00Z';

export async function openExternalServices(databaseUrl: string): Promise<ExternalServices> {
  const owner = new pg.Client({ connectionString: databaseUrl, application_name: 'simulation' });
  await owner.connect();
  sendAsFlights(owner);
  const clock = manualClock(START_TIME);
  const complaints: string[] = [];
  const outbox = outboxSms({ clock, delayMs: 0 });
  let refused = 0;
  return {
    clock,
    owner,
    complaints,
    networks: Object.fromEntries(
      PARTNER_IDS.map((id) => [id, simulatedNetwork(id, { clock, byDate: id === PARTNER.rn })]),
    ) as Record<FirstPartnerId, SimulatedNetwork>,
    sms: {
      provider: 'outbox',
      async send(message) {
        if (refused === 0) return outbox.send(message);
        refused -= 1;
        return { accepted: false, kind: 'temporary', message: 'simulated: silent' };
      },
    },
    mail: { provider: 'outbox', send: () => Promise.resolve({ accepted: true }) },
    refuseMessages: (count) => void (refused = count),
    lastCode: (phone) => outbox.messages(phone).find((message) => message.code !== null)?.code ?? null,
    async cutConnections() {
      const deadline = performance.now() + CUT_MS;
      // The server's own wait for an ended connection sleeps for a tenth of a second each time.
      while ((await owner.query(END_OTHERS)).rowCount !== 0) {
        if (performance.now() > deadline) throw new Error('connections to the database do not end');
        await sleep(1);
      }
    },
    complain: (problem) => void complaints.push(problem),
    close: () => owner.end(),
  };
}
