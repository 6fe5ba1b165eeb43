import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import type { AuditedEvent } from '../../../audit/audited-event.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { bankFileDocument, givenBankFile, makeStatement } from '../../../testing/givens/given-bank-file.ts';
import { givenTariff } from '../../../testing/givens/given-tariff.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;
let card: GivenCard;

interface Line {
  targets: { kind: string; title: string }[];
  changes: { label: string; before: string | null; after: string | null }[];
}

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
  company = await givenCompany(api);
  card = await givenCard(api, company.id, { balanceKopecks: 5000_00 });
});
afterAll(() => api.stop());

const plain = (text: string | null): string => (text ?? '').replace(/\s/g, ' ');
const ending = () => `•• ${card.number.slice(-4)}`;

async function send(path: string, json: object, method: 'post' | 'put' = 'post'): Promise<{ id: number }> {
  const { status, body } = await api[method](path, { token: company.admin.token, json });
  expect([path, status, body.message]).toEqual([path, 200, body.message]);
  return body.data;
}

async function readLine(action: string, token = company.admin.token): Promise<Line> {
  const path = token === staff.token ? '/staff/api/audit' : '/api/audit';
  const { status, body } = await api.get(`${path}?action=${action}`, { token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data[0];
}

/** «Группа: «Юг»; Машина: …» of the newest line of an action. */
async function readChanges(action: string): Promise<string> {
  const { changes } = await readLine(action);
  return changes.map(({ label, after }) => plain(`${label}: ${after}`)).join('; ');
}

async function readTargets(action: string, token?: string): Promise<string[]> {
  return (await readLine(action, token)).targets.map(({ title }) => plain(title));
}

function record(what: AuditedEvent, kind: string, id: number, after: Record<string, unknown> = {}) {
  return recordEvent(api.ctx.db.system, {
    at: api.clock.now(),
    what,
    companyId: company.id,
    targets: [{ kind, id }],
    after,
  });
}

describe('fields of the log', () => {
  test('name a group, its cards, a truck and a person, and no number of them', async () => {
    const group = await send('/api/vehicle-groups', { title: 'Юг' });
    const truck = await send('/api/vehicles', {
      plate: 'А111ВС77',
      group_id: group.id,
      card_ids: [card.id],
    });
    expect(await readChanges('createVehicle')).toContain(`Карты: ${ending()}`);
    expect(await readChanges('createVehicle')).toContain('Группа: «Юг»');
    await send(`/api/card/${card.id}/vehicle`, { vehicle_id: truck.id }, 'put');
    await send(
      '/api/exceptions/duty',
      { group_id: group.id, first_id: company.admin.id, due_minutes: 15 },
      'put',
    );
    const duty = (await api.get('/api/audit', { token: company.admin.token })).body.data[0] as Line;
    const texts = duty.changes.map(({ label, after }) => `${label}: ${after}`);
    expect(texts).toContain('Группа: «Юг»');
    expect(texts).toContain('Первый дежурный: Анна Дорожкина');
  });

  test('leave out what the line is about', async () => {
    await record('driver-told', 'card', card.id, { cardId: card.id, comment: 'Раз' });
    expect(await readChanges('driver-told')).toBe('Комментарий: Раз');
  });

  test('keep the number of what another company has or what is gone', async () => {
    const other = await givenCompany(api);
    await record('driver-told', 'card', card.id, { ownerId: other.admin.id, vehicleId: 999_999 });
    expect(await readChanges('driver-told')).toBe(`Машина: № 999999; Ответственный: № ${other.admin.id}`);
  });
});

describe('titles of what a line is about', () => {
  test('are an invoice by its number and day, for the company and for staff', async () => {
    const token = company.admin.token;
    await api.get('/api/client/bill?sum=1500', { token });
    const invoice = await getOnlyRow(
      api.ctx.db.system,
      sql<{ id: number; serial: number }>`select id, serial from invoice where company_id = ${company.id}`,
    );
    await record('role-changed', 'invoice', invoice.id, {});
    const title = new RegExp(`^Счёт № \\S*${String(invoice.serial).padStart(6, '0')} от 15\\.09\\.2026$`);
    for (const reader of [token, staff.token])
      expect((await readTargets('role-changed', reader))[0]).toMatch(title);
  });

  test('are an operation by its type and card', async () => {
    const operation = await getOnlyRow(
      api.ctx.db.system,
      sql<{ id: number }>`
        insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, created_at)
        values (${company.id}, ${card.id}, ${PARTNER.gpn}, 1, 1, 100, ${api.clock.now()}) returning id`,
    );
    await record('movement-settled', 'operation', operation.id);
    const title = `Операция № ${operation.id}: пополнение карты ${ending()}`;
    expect(await readTargets('movement-settled')).toEqual([title]);
    expect(await readTargets('movement-settled', staff.token)).toEqual([title]);
  });

  test('are a payment by its number, day, sum and payer', async () => {
    const paid = bankFileDocument({ inn: company.inn, number: '77', sum: '2500.00' });
    await givenBankFile(api, staff, makeStatement(paid));
    const payment = await getOnlyRow(
      api.ctx.db.system,
      sql<{ id: number }>`select id from bank_payment where number = '77'`,
    );
    await record('payment-corrected', 'bank-payment', payment.id);
    expect(await readTargets('payment-corrected', staff.token)).toEqual([
      'Платёж № 77 от 15.09.2026 на 2 500,00 ₽, ООО "Перевозчик"',
    ]);
  });

  test('are a tariff by its rate, network and beginning, for its company too', async () => {
    const id = await givenTariff(api, staff, {
      company_id: company.id,
      partner_id: PARTNER.gpn,
      rate: 1.5,
      unit: 'percent',
    });
    await record('tariff-created', 'tariff', id);
    expect(await readTargets('tariff-created', staff.token)).toEqual([
      `Тариф № ${id}: скидка 1,5 % от суммы, Газпромнефть, с 15.09.2026`,
    ]);
    expect(await readTargets('tariff-created')).toEqual([
      'Тариф «скидка 1,5 % от суммы, Газпромнефть, с 15.09.2026»',
    ]);
    const foreign = await givenTariff(api, staff, {
      company_id: (await givenCompany(api)).id,
      partner_id: PARTNER.gpn,
      rate: 1.5,
      unit: 'percent',
    });
    await record('tariff-ended', 'tariff', foreign);
    expect(await readTargets('tariff-ended')).toEqual([`Тариф № ${foreign}`]);
  });

  test('are a truck by its plate and a rule of checks by its name', async () => {
    const truck = await send('/api/vehicles', { plate: 'В222АА77' });
    await send(`/api/vehicles/${truck.id}`, { plate: 'В223АА77' }, 'put');
    expect(await readTargets('updateVehicle')).toEqual(['Машина В 223 АА 77']);
    await send('/api/signals/rules/price', { deed: 'tell', owner_id: null }, 'put');
    const line = (await api.get('/api/audit', { token: company.admin.token })).body.data[0] as Line;
    expect(line.targets.map(({ title }) => title)).toEqual(['Правило проверки Цена не такая, как в регионе']);
  });
});
