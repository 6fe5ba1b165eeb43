import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenMoney,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { checkBooks } from './check-books.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { NETWORK_PATIENCE_MS: '0' } });
  const company = await givenCompany(api, { unallocatedKopecks: 100_000_00 });
  await givenCard(api, company.id, { balanceKopecks: 5_000_00 });
  await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 7_00);
  await givenPendingMovement(company);
});
afterAll(() => api?.stop());

/** Without the queue the network is not called, so the money waits. */
async function givenPendingMovement({ id, admin }: GivenCompany): Promise<void> {
  const card = await givenCard(api, id);
  const sms = await givenCode(api, admin, 'transfer', card.id);
  await api.post(`/api/card/${card.id}/transaction`, { token: admin.token, form: { sum: 10, sms, mode: 1 } });
}

class Rollback extends Error {}

/** Returns what the check finds after the books are corrupted. Then it restores the books. */
async function listFindingsAfter(spoil: (tx: Db) => Promise<unknown>): Promise<string[]> {
  let kinds: string[] = [];
  await api.ctx.db
    .inSystem(async (tx) => {
      await spoil(tx);
      kinds = (await checkBooks(tx)).map(({ kind }) => kind);
      throw new Rollback();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error;
    });
  return [...new Set(kinds)].sort();
}

test('untouched books agree', async () => {
  expect(await checkBooks(api.ctx.db.system)).toEqual([]);
});

test.each<[string, string, string[]]>([
  [
    'a balance that somebody raised by hand',
    `update ledger_account set balance_kopecks = balance_kopecks + 1 where kind = 'card'`,
    ['balance-not-its-entries'],
  ],
  [
    'an entry out of nowhere',
    `insert into ledger_entry (account_id, transfer_id, company_id, amount_kopecks, balance_before_kopecks, balance_after_kopecks)
     select id, 999999, company_id, 100, 0, 100 from ledger_account where kind = 'card'`,
    ['balance-not-its-entries', 'broken-chain', 'entry-without-a-transfer', 'sum-not-zero'],
  ],
  [
    'a transfer that left no entries, for an operation that is not there',
    `insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks,
       subject_kind, subject_id, posted_at)
     select company_id, 'x', 'purchase', id, id + 1, 100, 'operation', 999999, now() from ledger_account limit 1`,
    ['transfer-without-an-operation', 'transfer-without-its-entries'],
  ],
  [
    'money on hold for a dispute that is not there',
    `with held as (
       insert into ledger_account (company_id, kind, balance_kopecks)
       select id, kind, sum from (select min(company_id) as id from ledger_account) company,
         (values ('dispute-reserve', -100), ('dispute-hold', 100)) side (kind, sum) returning id, company_id
     )
     insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks,
       subject_kind, subject_id, posted_at)
     select company_id, 'x', 'hold-disputed', min(id), max(id), 100, 'dispute', 999999, now() from held group by company_id`,
    [
      'balance-not-its-entries',
      'dispute-not-its-money',
      'hold-not-its-disputes',
      'transfer-without-its-entries',
    ],
  ],
  [
    'a purchase that nobody paid',
    `insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, external_id, created_at)
     select company_id, id, partner_id, 11, 1, 5000, 'x', now() from card limit 1`,
    ['operation-not-its-money'],
  ],
  [
    'a top-up that is done and never left the account',
    `insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, created_at)
     select company_id, id, partner_id, 1, 1, 5000, now() from card limit 1`,
    ['operation-not-its-money'],
  ],
  [
    'money on its way that no operation waits for',
    `update operation set status_id = 3 where status_id = 2`,
    ['in-transit-not-its-operations', 'operation-not-its-money'],
  ],
  [
    'a payment that was credited and never came',
    `insert into bank_statement (file_sha256, name, loaded_at) values ('x', 'x', now());
     insert into bank_payment (statement_id, document_key, state, number, dated_on, credited_on, sum_kopecks, company_id, created_at)
     select max(id), 'x', 'credited', '1', '2026-09-15', '2026-09-15', 100, (select max(id) from company), now()
     from bank_statement`,
    ['payment-not-its-money'],
  ],
  [
    'an advance that is said to have gone back, and never left the account',
    `insert into bank_statement (file_sha256, name, loaded_at) values ('x', 'x', now());
     insert into advance_return (statement_id, document_key, state, company_id, number, dated_on, debited_on, sum_kopecks,
       payee_inn, decided_at, created_at)
     select max(id), 'x', 'booked', (select max(id) from company), '1', '2026-09-15', '2026-09-15', 100, '1', now(), now()
     from bank_statement`,
    ['return-not-its-money'],
  ],
  [
    'an advance that went back though nobody said so',
    `insert into bank_statement (file_sha256, name, loaded_at) values ('x', 'x', now());
     with waiting as (
       insert into advance_return (statement_id, document_key, company_id, number, dated_on, debited_on, sum_kopecks,
         payee_inn, created_at)
       select max(id), 'x', (select max(id) from company), '1', '2026-09-15', '2026-09-15', 100, '1', now()
       from bank_statement returning id, company_id
     )
     insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks,
       subject_kind, subject_id, posted_at)
     select account.company_id, 'x', 'return-advance', account.id, account.id + 1, 100, 'advance-return', waiting.id, now()
     from waiting join ledger_account account on account.company_id = waiting.company_id limit 1`,
    ['return-not-its-money', 'transfer-without-its-entries'],
  ],
  [
    'a returned advance that was taken back, and is still said to have gone',
    `insert into bank_statement (file_sha256, name, loaded_at) values ('x', 'x', now());
     with booked as (
       insert into advance_return (statement_id, document_key, state, company_id, number, dated_on, debited_on, sum_kopecks,
         payee_inn, decided_at, created_at)
       select max(id), 'x', 'booked', (select max(id) from company), '1', '2026-09-15', '2026-09-15', 100, '1', now(), now()
       from bank_statement returning id, company_id
     )
     insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks,
       subject_kind, subject_id, posted_at)
     select account.company_id, moved, moved, account.id, account.id + 1, 100, 'advance-return', booked.id, now()
     from booked join ledger_account account on account.company_id = booked.company_id and account.kind = 'bank',
       unnest(array['return-advance', 'reverse-return']) as moved`,
    ['return-not-its-money', 'transfer-without-its-entries'],
  ],
  [
    'an advance taken back from no return at all',
    `insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks,
       subject_kind, subject_id, posted_at)
     select company_id, 'x', 'reverse-return', id, id + 1, 100, 'opening', 1, now() from ledger_account limit 1`,
    ['transfer-without-a-return', 'transfer-without-its-entries'],
  ],
  [
    'an advance that went back for no return at all',
    `insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks,
       subject_kind, subject_id, posted_at)
     select company_id, 'x', 'return-advance', id, id + 1, 100, 'opening', 1, now() from ledger_account limit 1`,
    ['transfer-without-a-return', 'transfer-without-its-entries'],
  ],
  [
    'a correction of a balance that moved nothing',
    `insert into correction (company_id, kind, direction, sum_kopecks, note, proposed_by, day, booked_at)
     select company_id, 'penalty', 'from-client', 100, 'x', id, '2026-09-15', now()
     from app_user where company_id is not null limit 1`,
    ['correction-not-its-money'],
  ],
  [
    'a correction of a balance that moved money the other way',
    `insert into ledger_account (company_id, kind) select max(company_id), 'programme' from ledger_account
       on conflict do nothing;
     with corrected as (
       insert into correction (company_id, kind, direction, sum_kopecks, note, proposed_by, day, booked_at)
       select account.company_id, 'penalty', 'from-client', 100, 'x', (select max(id) from app_user), '2026-09-15', now()
       from ledger_account account where account.kind = 'programme' returning id, company_id
     )
     insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks,
       subject_kind, subject_id, posted_at)
     select corrected.company_id, 'x', 'correction', source.id, target.id, 100, 'correction', corrected.id, now()
     from corrected
     join ledger_account source on source.company_id = corrected.company_id and source.kind = 'programme'
     join ledger_account target on target.company_id = corrected.company_id and target.kind = 'unallocated'`,
    ['correction-not-its-money', 'transfer-without-its-entries'],
  ],
  [
    'money that was corrected without a correction',
    `insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks,
       subject_kind, subject_id, posted_at)
     select company_id, 'x', 'correction', id, id + 1, 100, 'correction', 999999, now() from ledger_account limit 1`,
    ['transfer-without-a-correction', 'transfer-without-its-entries'],
  ],
  [
    'an invoice that says it is paid',
    `insert into invoice (company_id, sum_kopecks, paid_kopecks, issued_on, due_on, created_at)
     select max(id), 100, 100, '2026-09-15', '2026-09-20', now() from company`,
    ['invoice-not-its-payments'],
  ],
  [
    'a distribution that distributed nothing',
    `insert into distribution (company_id, kind, author_id, sum_kopecks, created_at)
     select company_id, 'distribute', id, 100, now() from app_user where company_id is not null limit 1`,
    ['distribution-not-its-money'],
  ],
  [
    'a distribution whose transfers come to another sum',
    `with asked as (
       insert into distribution (company_id, kind, author_id, sum_kopecks, created_at)
       select company_id, 'distribute', id, 101, now() from app_user where company_id is not null limit 1
       returning id, company_id
     ), places as (
       select asked.id as asked, asked.company_id, max(account.id) filter (where kind = 'bank') as one,
         max(account.id) filter (where kind = 'partner') as other
       from asked join ledger_account account on account.company_id = asked.company_id group by 1, 2
     )
     insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id,
       amount_kopecks, subject_kind, subject_id, posted_at)
     select company_id, 'x', 'distribute', one, other, 100, 'distribution', asked, now() from places`,
    ['distribution-not-its-money', 'transfer-without-its-entries'],
  ],
  [
    'a card that owes what no fuel has cost',
    `update card set shortfall_kopecks = 100 where id = (select max(id) from card)`,
    ['shortfall-not-its-transfers'],
  ],
  [
    'a day of operations that somebody counted by hand',
    `insert into operation_day_change (company_id, day, type_id, status_id, operations, sum_kopecks, centilitres)
     select company_id, '2026-09-15', 11, 1, 1, 100, 0 from card limit 1`,
    ['days-not-their-operations'],
  ],
])('%s is found', async (_, spoil, kinds) => {
  const findings = await listFindingsAfter(async (tx) => {
    for (const statement of spoil.split(';\n')) await sql.raw(statement).execute(tx);
  });
  expect(findings).toEqual(kinds);
});
