import { sql } from 'kysely';
import { isStaffAction } from '#contract/staff-access.ts';
import { allCalls } from '#contract/calls.ts';
import { getOnlyRow, rows } from '../../db/database.ts';
import type { TestApi } from '../api.ts';
import { givenInvoice } from './given-bank-file.ts';
import { givenDocument } from './given-document.ts';
import { freeInn, givenOrder } from './given-order.ts';
import { givenSales } from './given-sales.ts';
import { givenCard, givenCompany, givenStaff, type GivenCompany } from './factories.ts';

/**
 * Makes one thing of each kind that a call of a client names by its id. Returns the ids by the part of the path before them.
 */
export async function givenNamedThings(api: TestApi, theirs: GivenCompany): Promise<Record<string, number>> {
  const staff = await givenStaff(api);
  const { token } = theirs.admin;
  const data = async (path: string, json: object) => (await api.post(path, { token, json })).body.data.id;
  const card = (await givenCard(api, theirs.id)).id;
  const sessions = await api.get('/api/sessions', { token });
  const operation = await givenPurchase(api, theirs);
  const dispute = await data(`/api/operations/${operation}/dispute`, { kind: 'doubled', text: 'Дважды' });
  return {
    operations: operation,
    disputes: dispute,
    sessions: sessions.body.data[0].id,
    factor: 1,
    cardsRequest: (await givenOrder(api, theirs.admin)).id,
    card,
    cards: card,
    keys: await data('/api/keys', { title: 'Их ключ', scopes: ['cards:read'] }),
    webhooks: await data('/api/webhooks', { url: 'https://example.ru/', types: ['card.changed'] }),
    deliveries: 1,
    sendings: 1,
    mailings: await data('/api/mailings', MAILING),
    channels: 1,
    drivers: await data('/api/drivers', { surname: 'Рябов', name: 'Пётр' }),
    links: await givenDriverLink(api, card, token),
    vehicles: await data('/api/vehicles', { plate: 'А123ВС77' }),
    groups: await data('/api/vehicle-groups', { title: 'Север' }),
    signals: 1,
    plans: 1,
    // A station is no company’s: in the test's list there is none.
    stations: 1,
    client: theirs.id,
    companies: theirs.id,
    delegations: await data('/api/delegations', {
      inn: (await givenCompany(api, { inn: freeInn() })).inn,
      role_id: 10,
    }),
    changes: 1,
    sets: (await api.put('/api/rules/sets', { token, json: { title: 'Их набор', rules: [] } })).body.data.id,
    exceptions: 1,
    invoices: (await givenInvoice(api, theirs, 100)).id,
    doc: await givenDocument(api, staff, theirs),
    access: 1,
    invitations: await data('/api/users', { phone: '79115557788', firstname: 'Инна', role_id: 10 }),
    views: await data('/api/views', { list: 'cards', name: 'Их вид', query: 'status=1', shared: true }),
  };
}

async function givenPurchase(api: TestApi, { id }: GivenCompany): Promise<number> {
  const card = await givenCard(api, id, { balanceKopecks: 1000_00 });
  await givenSales(api, card, [{ sum: 100_00, at: api.clock.now().toISOString() }]);
  const bought = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number }>`select id from operation where card_id = ${card.id} and sold_at is not null`,
  );
  return bought.id;
}

async function givenDriverLink(api: TestApi, cardId: number, token: string): Promise<number> {
  const driver = { surname: 'Ёлкин', name: 'Иван', phone: '79115557799' };
  const { body } = await api.post('/api/drivers', { token, json: driver });
  await api.post(`/api/card/${cardId}/driver/${body.data.id}/set`, { token });
  const made = await api.post(`/api/card/${cardId}/driver-links`, {
    token,
    json: { driver_id: body.data.id },
  });
  return made.body.data.id;
}
const MAILING = {
  title: 'Их отчёт',
  report: 'cards',
  rhythm: 'day',
  hour: 9,
  format: 'xlsx',
  addresses: ['office@their.example'],
};

/** Every call of a client that names one thing by its id. */
export const CALLS_BY_ID = allCalls.filter(
  ({ caller, path }) => caller !== 'public' && !isStaffAction(caller) && path.includes('/:id'),
);

/** Returns the part of a call's path before the id. */
export function getTargetKind(path: string): string {
  return /(\w+)\/:id/.exec(path)?.[1] as string;
}

/** A few values for fields that such calls have, so that they get past what is missing. */
export const NAMED_INPUT = {
  sms: '123456',
  sum: 10,
  mode: 1,
  comment: 'x',
  driver_id: 1,
  role_id: 10,
  block: 1,
  status: 1,
};

/** Returns a digest of all rows of a company by table. */
export async function readAllRows(api: TestApi, companyId: number): Promise<Record<string, string>> {
  const { system } = api.ctx.db;
  const tables = await rows(
    system,
    sql<{ name: string }>`
      select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and c.relname <> 'session' and has_table_privilege('magistral_system', c.oid, 'select') order by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { digest } = await getOnlyRow(
      system,
      sql<{ digest: string }>`
        select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest
        from ${sql.table(name)} t where company_id = ${companyId}`,
    );
    digests[name] = digest;
  }
  return digests;
}
