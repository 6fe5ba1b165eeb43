import { sql, type Kysely } from 'kysely';
import { SANDBOX_NETWORK, type PartnerId } from '#contract/ids.ts';
import type { NetworkCommand } from '../fuel-network.ts';

/** Makes the network accept commands to these cards from now on without ever answering them. */
export async function fallSilent(db: Kysely<unknown>, numbers: readonly string[]): Promise<void> {
  await sql`
    insert into simulated_network.silent_card select unnest(${numbers}::text[]) on conflict do nothing`.execute(
    db,
  );
}

/** Commands to these cards are answered again, those that wait first. */
export async function endSilence(db: Kysely<unknown>, now: Date, numbers: readonly string[]): Promise<void> {
  await sql`delete from simulated_network.silent_card where card_number = any(${numbers}::text[])`.execute(
    db,
  );
  await sql`
    update simulated_network.command set due_at = ${now}
    where partner_id = ${SANDBOX_NETWORK} and state = 'accepted' and due_at is null
      and body ->> 'cardNumber' = any(${numbers}::text[])`.execute(db);
}

/** Lists the commands to silent cards, which only a sandbox has. */
export async function listSilent(
  db: Kysely<unknown>,
  partnerId: PartnerId,
  commands: readonly NetworkCommand[],
): Promise<ReadonlySet<string>> {
  if (partnerId !== SANDBOX_NETWORK) return NONE;
  const numbers = commands.flatMap((command) => (command.kind === 'issue' ? [] : [command.cardNumber]));
  const { rows } = await sql<{ number: string }>`
    select card_number as number from simulated_network.silent_card
    where card_number = any(${numbers}::text[])`.execute(db);
  return new Set(rows.map(({ number }) => number));
}

const NONE: ReadonlySet<string> = new Set();
