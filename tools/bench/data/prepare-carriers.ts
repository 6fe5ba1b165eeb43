import { sql } from 'kysely';
import { kopecks } from '#contract/kopecks.ts';
import { PARTNER } from '#contract/ids.ts';
import { openDatabase, rows, type Db } from '../../../api/src/db/database.ts';
import { formatCardNumber, isFlakyCard } from '../../../api/src/gateways/fuel-network/card-number.ts';
import { NETWORK_GOODS } from '../../../api/src/gateways/fuel-network/goods.ts';
import { startSimulatedNetworks } from '../../../api/src/gateways/fuel-network/simulator/start-simulated-networks.ts';
import { systemClock } from '../../../api/src/lib/clock.ts';
import { hashSha256, newSalt, newToken, saltedHash } from '../../../api/src/lib/secrets.ts';
import {
  openCardAccounts,
  openCompanyAccounts,
  requireAccounts,
} from '../../../api/src/modules/money/ledger/new-accounts.ts';
import { postTransfers } from '../../../api/src/modules/money/ledger/post-transfers.ts';

/** A person who can make one transfer: his session, his code, his company and its card. */
export interface TransferClient {
  token: string;
  code: string;
  companyId: number;
  cardId: number;
  cardNumber: string;
}

const FUNDS = kopecks(1_000_000_000_00);

/**
 * Companies with funds and cards, one each unless `cardsEach` says more, and as many people with a session and an unused code
 * as there will be transfers. Everything except the ledger is written in bulk; the funds go through the posting core.
 */
export async function prepareCarriers(
  databaseUrl: string,
  wanted: { companies: number; cardsEach?: number; movers: number; serialFrom: number },
): Promise<TransferClient[]> {
  const database = openDatabase(databaseUrl);
  const db = database.system;
  const cards = await openCompanies(db, wanted);
  await importCards(
    databaseUrl,
    cards.map((card) => card.number),
  );
  const movers = await insertTransferClients(db, cards, wanted);
  await database.close();
  return movers;
}

interface BenchCard {
  id: number;
  companyId: number;
  number: string;
}

async function openCompanies(
  db: Db,
  wanted: { companies: number; cardsEach?: number; serialFrom: number },
): Promise<BenchCard[]> {
  const now = systemClock.now();
  const { companies, cardsEach = 1 } = wanted;
  const cards: BenchCard[] = [];
  for (let index = 0; index < companies; index += 1) {
    const serial = wanted.serialFrom + index;
    const numbers = Array.from({ length: cardsEach }, (_, place) =>
      makeReliableCardNumber(serial + place * companies),
    );
    const [company] = await rows(
      db,
      sql<{ id: number }>`
        insert into company (inn, title, legal_form, created_at, client_since, terms_version, terms_accepted_at)
        values (${`98${String(serial).padStart(8, '0')}`}, 'ООО «Замер»', 'ООО', ${now}, ${now},
          (select max(version) from terms_version), ${now}) returning id`,
    );
    const companyId = company?.id as number;
    await openCompanyAccounts(db, companyId, kopecks(0));
    const found = await rows(
      db,
      sql<{ id: number; number: string }>`
        insert into card (company_id, partner_id, card_number, status_id, goods_ids, created_at)
        select ${companyId}, ${PARTNER.gpn}, number, 1, ${NETWORK_GOODS.map((goods) => goods.id)}::int[], ${now}
        from unnest(${numbers}::text[]) as number returning id, card_number as number`,
    );
    const ids = found.map(({ id }) => id);
    await openCardAccounts(db, companyId, ids);
    await fundCards(db, companyId, ids);
    cards.push(...found.map(({ id, number }) => ({ id, companyId, number })));
  }
  return cards;
}

/** Funds of the company, and the same sum on each of its cards. */
async function fundCards(db: Db, companyId: number, cardIds: readonly number[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const [bank = 0, ...funded] = await requireAccounts(tx, [
      { companyId, kind: 'bank' },
      { companyId, kind: 'unallocated' },
      ...cardIds.map((cardId) => ({ companyId, kind: 'card' as const, cardId })),
    ]);
    const transfers = funded.map((account) => ({
      requestId: `bench:${account}`,
      kind: 'invoice-paid' as const,
      companyId,
      fromAccountId: bank,
      toAccountId: account,
      amount: FUNDS,
      subject: { kind: 'opening' as const, id: companyId },
    }));
    await postTransfers(tx, systemClock.now(), [transfers]);
  });
}

async function importCards(databaseUrl: string, numbers: readonly string[]): Promise<void> {
  const networks = await startSimulatedNetworks({ databaseUrl, clock: systemClock, apiKey: 'bench' });
  await networks.importCards(
    numbers.map((number) => ({ partnerId: PARTNER.gpn, number, status: 1, balanceKopecks: FUNDS })),
  );
  await networks.stop();
}

async function insertTransferClients(
  db: Db,
  cards: readonly BenchCard[],
  wanted: { movers: number; serialFrom: number },
): Promise<TransferClient[]> {
  const movers = Array.from({ length: wanted.movers }, (_, index) => {
    const card = cards[index % cards.length] as BenchCard;
    return {
      token: newToken(),
      code: '123456',
      salt: newSalt(),
      phone: makePhone(wanted.serialFrom * 1000 + index),
      card,
    };
  });
  await sql`
    with people as (
      insert into app_user (phone, firstname, company_id, role, created_at)
      select phone, 'Замер', company_id, 'admin', now()
      from unnest(${movers.map((mover) => mover.phone)}::text[], ${movers.map((mover) => mover.card.companyId)}::bigint[]) as new (phone, company_id)
      returning id, phone
    ), said as (
      select people.id, new.*
      from unnest(${movers.map((mover) => mover.phone)}::text[], ${movers.map((mover) => hashSha256(mover.token))}::bytea[],
        ${movers.map((mover) => hashSha256(`r${mover.token}`))}::bytea[], ${movers.map((mover) => mover.salt)}::bytea[],
        ${movers.map((mover) => saltedHash(mover.code, mover.salt))}::bytea[]) as new (phone, access_hash, other_hash, salt, code_hash)
      join people on people.phone = new.phone
    ), opened as (
      insert into session (user_id, access_hash, refresh_hash, enter_hash, created_at, expires_at, ends_at)
      select id, access_hash, other_hash, other_hash, now(), now() + interval '1 day', now() + interval '1 day' from said
    )
    insert into sms_code (phone, user_id, salt, code_hash, sent_at, expires_at)
    select phone, id, salt, code_hash, now(), now() + interval '1 day' from said`.execute(db);
  return movers.map(({ token, code, card }) => ({
    token,
    code,
    companyId: card.companyId,
    cardId: card.id,
    cardNumber: card.number,
  }));
}

function makePhone(serial: number): string {
  return `7${String(8_000_000_000 + serial).padStart(10, '0')}`;
}

function makeReliableCardNumber(serial: number): string {
  const number = formatCardNumber(PARTNER.gpn, serial);
  return isFlakyCard(number) ? formatCardNumber(PARTNER.gpn, serial + 500_000) : number;
}
