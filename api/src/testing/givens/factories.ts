import { sql } from 'kysely';
import type { Role } from '#contract/access.ts';
import { CARD_STATUS, PARTNER, type CardStatusId, type PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import { getOnlyRow } from '../../db/database.ts';
import { formatCardNumber, isFlakyCard } from '../../gateways/fuel-network/card-number.ts';
import { NETWORK_GOODS } from '../../gateways/fuel-network/goods.ts';
import { hashSha256, newToken } from '../../lib/secrets.ts';
import {
  openCardAccounts,
  openCompanyAccounts,
  requireAccounts,
} from '../../modules/money/ledger/new-accounts.ts';
import { postTransfers } from '../../modules/money/ledger/post-transfers.ts';
import type { AccountPlace } from '../../modules/money/ledger/account.ts';
import type { TestApi } from '../api.ts';

let serial = 0;
/** Different in every call of this process, so that unique columns stay unique. */
function next(): number {
  serial += 1;
  return serial;
}

export interface GivenPerson {
  id: number;
  phone: string;
  /** An open session's access token. */
  token: string;
  companyId: number | null;
}

export interface GivenCompany {
  id: number;
  inn: string;
  admin: GivenPerson;
}

export interface GivenCard {
  id: number;
  number: string;
  partnerId: PartnerId;
}

/** A person with an open session. */
export async function givenPerson(
  api: TestApi,
  about: { companyId?: number; role?: Role; staffRole?: StaffRole; phone?: string; codeAt?: Date } = {},
): Promise<GivenPerson> {
  const phone = about.phone ?? `7911${String(next()).padStart(7, '0')}`;
  const companyId = about.companyId ?? null;
  const now = api.clock.now();
  const user = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number }>`
      insert into app_user (phone, firstname, lastname, email, is_staff, staff_role, company_id, role, created_at)
      values (${phone}, 'Анна', 'Дорожкина', 'anna@example.ru', ${about.staffRole !== undefined}, ${about.staffRole ?? null}, ${companyId},
        ${about.role ?? (companyId ? 'admin' : 'none')}, ${now})
      on conflict (phone) do update set is_staff = excluded.is_staff, staff_role = excluded.staff_role
      returning id`,
  );
  return { id: user.id, phone, companyId, token: await givenSession(api, user.id, about.codeAt) };
}

/**
 * Returns an access token of a new session, which does not expire when the test's clock moves. Its code does not
 * expire either, unless the test sets when the code was given.
 */
export async function givenSession(
  api: TestApi,
  userId: number,
  codeAt = new Date('2100-01-01'),
): Promise<string> {
  const token = newToken();
  await sql`
    insert into session (user_id, access_hash, refresh_hash, enter_hash, created_at, expires_at, ends_at, confirmed_at)
    values (${userId}, ${hashSha256(token)}, ${hashSha256(newToken())}, ${hashSha256(newToken())}, ${api.clock.now()},
      ${new Date('2100-01-01')}, ${new Date('2100-01-01')}, ${codeAt})`.execute(api.ctx.db.system);
  return token;
}

/** The programme's owner; members of other roles are `givenPerson(api, { staffRole })`. */
export function givenStaff(api: TestApi): Promise<GivenPerson> {
  return givenPerson(api, { staffRole: 'owner', phone: '79000000000' });
}

/** A company in the programme with its accounts, its admin, unallocated funds and the agreement accepted. */
export async function givenCompany(
  api: TestApi,
  about: { unallocatedKopecks?: number; creditKopecks?: number; termsAccepted?: boolean; inn?: string } = {},
): Promise<GivenCompany> {
  const { system } = api.ctx.db;
  const now = api.clock.now();
  const inn = about.inn ?? `99${String(next()).padStart(8, '0')}`;
  const credit = kopecks(about.creditKopecks ?? 0);
  await sql`
    insert into terms_version (version, text, sha256, published_at) values (1, 'Рамочное соглашение', 'x', ${now})
    on conflict do nothing`.execute(system);
  const accepted = about.termsAccepted ?? true;
  const company = await getOnlyRow(
    system,
    sql<{ id: number }>`
      insert into company (inn, kpp, ogrn, title, legal_form, city, street, house, created_at, client_since, credit_kopecks,
        terms_version, terms_accepted_at)
      values (${inn}, '504701001', '1125047123451', ${`ООО «Перевозчик ${inn}»`}, 'ООО', 'Химки', 'Ленинградская', '15', ${now}, ${now},
        ${credit}, ${accepted ? sql`(select max(version) from terms_version)` : null}, ${accepted ? now : null})
      returning id`,
  );
  await openCompanyAccounts(system, company.id, credit);
  const given = {
    id: company.id,
    inn,
    admin: await givenPerson(api, { companyId: company.id, role: 'admin' }),
  };
  if (about.unallocatedKopecks) {
    await givenMoney(api, { companyId: given.id, kind: 'unallocated' }, about.unallocatedKopecks);
  }
  return given;
}

/** Puts money on an account, as if an invoice had been paid. */
export async function givenMoney(api: TestApi, place: AccountPlace, sumKopecks: number): Promise<void> {
  await api.ctx.db.inSystem(async (tx) => {
    const [fromAccountId = 0, toAccountId = 0] = await requireAccounts(tx, [
      { companyId: place.companyId, kind: 'bank' },
      place,
    ]);
    await postTransfers(tx, api.clock.now(), [
      [
        {
          requestId: `given:${newToken()}`,
          kind: 'invoice-paid',
          companyId: place.companyId,
          fromAccountId,
          toAccountId,
          amount: kopecks(sumKopecks),
          subject: { kind: 'opening', id: next() },
        },
      ],
    ]);
  });
}

/** Rubles that the cabinet shows as «нераспределённые средства». */
export async function readUnallocated(api: TestApi, { id, admin }: GivenCompany): Promise<number> {
  return (await api.get(`/api/client/${id}`, { token: admin.token })).body.data.notDistSum;
}

/** A card known to its network and to us, with the same money on both sides. */
export async function givenCard(
  api: TestApi,
  companyId: number,
  about: { partnerId?: PartnerId; statusId?: CardStatusId; balanceKopecks?: number; number?: string } = {},
): Promise<GivenCard> {
  const { system } = api.ctx.db;
  const partnerId = about.partnerId ?? PARTNER.gpn;
  const number = about.number ?? makeReliableCardNumber(partnerId);
  const statusId = about.statusId ?? CARD_STATUS.active;
  const goodsIds = statusId === CARD_STATUS.notSetUp ? [] : NETWORK_GOODS.map((goods) => goods.id);
  const card = await getOnlyRow(
    system,
    sql<{ id: number }>`
      insert into card (company_id, partner_id, card_number, status_id, goods_ids, created_at)
      values (${companyId}, ${partnerId}, ${number}, ${statusId}, ${goodsIds}::int[], ${api.clock.now()}) returning id`,
  );
  await openCardAccounts(system, companyId, [card.id]);
  const balance = about.balanceKopecks ?? 0;
  await api.ctx.simulated?.importCards([{ partnerId, number, status: statusId, balanceKopecks: balance }]);
  if (balance > 0) await givenMoney(api, { companyId, kind: 'card', cardId: card.id }, balance);
  return { id: card.id, number, partnerId };
}

/** A number for which the network behaves normally. */
function makeReliableCardNumber(partnerId: PartnerId): string {
  const number = formatCardNumber(partnerId, 100 + next());
  return isFlakyCard(number) ? makeReliableCardNumber(partnerId) : number;
}

/** Returns a fresh confirmation code of this person, requested as the screen does. */
export async function givenCode(
  api: TestApi,
  person: GivenPerson,
  purpose?: string,
  subject?: string | number,
): Promise<string> {
  const query = new URLSearchParams({
    ...(purpose ? { purpose } : {}),
    ...(subject ? { subject: String(subject) } : {}),
  });
  const sent = await api.get(`/api/sms?${query}`, { token: person.token });
  if (sent.status !== 200) throw new Error(`no code was sent: ${sent.status} ${sent.body.message}`);
  return api.lastCode(person.phone);
}
