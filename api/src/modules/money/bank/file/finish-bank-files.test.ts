import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOnlyRow, rows } from '../../../../db/database.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { expectBooksToAgree } from '../../../../testing/expect-books-to-agree.ts';
import {
  givenCompany,
  givenStaff,
  readUnallocated,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import {
  bankFileDocument,
  givenBankFile,
  makeStatement,
} from '../../../../testing/givens/given-bank-file.ts';
import { bankFileBytes } from './example-bank-file.ts';
import { finishBankFiles } from './finish-bank-files.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});
afterAll(async () => {
  await expectBooksToAgree(api);
  await api.stop();
});

/** Returns how often `/healthz` was answered while something else was done. */
async function countAnswers(work: Promise<unknown>): Promise<number> {
  let answers = 0;
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await fetch(`${api.url}/healthz`);
    answers += 1;
  }
  await ended;
  return answers;
}

/** Equal documents of one day, sum, number and payer: their purposes alone differ. */
function equalDocuments(inn: string, count: number): string[][] {
  return Array.from({ length: count }, (_, index) =>
    bankFileDocument({ inn, number: '7', purpose: `Пополнение ${index + 1}` }),
  );
}

test('a file of equal documents is booked while other calls are answered', async () => {
  const company = await givenCompany(api);
  const count = Number(process.env.EQUAL_DOCUMENTS ?? 600);
  const loaded = givenBankFile(api, staff, makeStatement(...equalDocuments(company.inn, count)));
  // A part of a hundred documents is a turn of the loop: between the parts others are answered.
  expect(await countAnswers(loaded)).toBeGreaterThan(count / 100);
  const { data } = (await loaded).body;
  expect(data).toMatchObject({ documents: count, duplicates: 0, ignored: 0 });
  expect(data.credited + data.needs_review).toBe(count);
  const [max] = await rows<{ pairs: number }>(
    api.ctx.db.system,
    sql`select count(*)::int as pairs from payment_look_alike group by payment_id order by 1 desc limit 1`,
  );
  // Those of its own part of a hundred, and twenty of the parts before.
  expect(max?.pairs).toBeLessThan(125);
});

test('a file whose booking broke off is finished later, and counts nothing twice', async () => {
  const company = await givenCompany(api);
  const first = bankFileDocument({ inn: company.inn, sum: '100.00' });
  const rest = [200, 300].map((sum) => bankFileDocument({ inn: company.inn, sum: `${sum}.00` }));
  await givenBankFile(api, staff, makeStatement(first));
  // State after the process stopped: stored, without counts, one of its documents booked.
  const sha256 = await api.ctx.files.put(bankFileBytes(makeStatement(first, ...rest)));
  const { id } = await getOnlyRow<{ id: number }>(
    api.ctx.db.system,
    sql`insert into bank_statement (file_sha256, name, loaded_by, loaded_at)
      values (${sha256}, 'kl_to_1c.txt', ${staff.id}, ${api.clock.now()}) returning id`,
  );
  const counts = async () =>
    (
      await getOnlyRow<{ counts: object }>(
        api.ctx.db.system,
        sql`select counts from bank_statement where id = ${id}`,
      )
    ).counts;
  await finishBankFiles(api.ctx);
  expect(await counts()).toEqual({});
  api.clock.advanceSeconds(301);
  await finishBankFiles(api.ctx);
  expect(await counts()).toMatchObject({ documents: 3, credited: 2, duplicates: 1 });
  await finishBankFiles(api.ctx);
  expect(await readUnallocated(api, company)).toBe(600);
});

test('money whose purpose names a refund waits in the badge and in the list of cases', async () => {
  const company = await givenCompany(api);
  const read = async (path: string) => (await api.get(path, { token: staff.token })).body;
  const before = (await read('/staff/api/queues')).data.payments;
  const purpose = 'Возврат ошибочно перечисленных средств';
  await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn: company.inn, purpose })));
  expect((await read('/staff/api/queues')).data.payments).toBe(before + 1);
  const [newest] = (await read('/staff/api/payments?state=waiting')).data;
  expect(newest).toMatchObject({ state: 'refund', purpose });
  expect((await read('/staff/api/payments?state=review')).data).not.toContainEqual(newest);
});
