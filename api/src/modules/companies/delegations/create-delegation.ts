import type { Role } from '#contract/access.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import { INVITATION_DAYS } from '#contract/limits.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, fieldRefusal, notAllowed } from '../../../errors.ts';
import type { RegistryCompany } from '../../../gateways/company-registry/company-registry.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { putInvitation } from '../colleagues/invitations.ts';
import { checkInn } from '../companies/check-inn.ts';
import { findCompany, insertOutsideFirm, lockWithPeople } from '../companies/companies.ts';
import { findRole } from '../../messaging/users/memberships.ts';
import { assertMayGrant } from '../first-admin/admin-proof.ts';
import {
  countDelegations,
  findClientFirm,
  insertDelegation,
  lockOutsideFirm,
  type DelegationRecord,
} from './delegation-store.ts';

const DAY_MS = 86_400_000;
const MAX_PER_DAY = 20;

export interface NewDelegation {
  scope: CompanyScope;
  adminId: number;
  inn: string;
  role: Exclude<Role, 'none' | 'admin'>;
  until: Date | null;
  maxSum: Kopecks | null;
  /** Phone of the head of a firm outside the programme. */
  phone: string | null;
  ip: string;
}

/**
 * Lets an accounting firm in. The firm sees nothing before it accepts and names its people. A firm outside the programme is
 * invited by the phone of its head; without a phone it waits until it is in the programme. Returns the id. Refuses: `inn`,
 * `until`, `phone`; 403 a manager while the first admin is unconfirmed; 409 too many in a day.
 */
export async function createDelegation(ctx: Context, made: NewDelegation): Promise<number> {
  const { scope, adminId, inn, until, phone } = made;
  const { companyId } = scope;
  const now = ctx.clock.now();
  if (until !== null && until <= now)
    throw fieldRefusal('until', 'Срок уже прошёл: укажите день позже сегодняшнего');
  if ((await findCompany(ctx.db.system, companyId))?.inn === inn)
    throw fieldRefusal('inn', 'Это ИНН вашей компании. Укажите ИНН бухгалтерии');
  const client = await findClientFirm(ctx.db.system, inn);
  if (client && phone !== null)
    throw fieldRefusal(
      'phone',
      'Эта бухгалтерия уже в программе: телефон не нужен, её администратор увидит ваш запрос',
    );
  const outside = client ? null : await checkInn(ctx, inn, adminId);
  return ctx.db.inSystem(async (tx) => {
    await lockWithPeople(tx, companyId);
    // The admin may have lost the role while this request was on its way.
    if ((await findRole(tx, { userId: adminId, companyId, now })) !== 'admin') throw notAllowed();
    await assertMayGrant(ctx, tx, companyId, made.role);
    const since = new Date(now.getTime() - DAY_MS);
    if ((await countDelegations(tx, { companyId, since })) >= MAX_PER_DAY)
      throw conflict('Сегодня вы уже доверили бухгалтерию многим фирмам. Продолжите завтра');
    const firmId = outside && phone !== null ? await inviteFirm(tx, { ...made, phone, outside, now }) : null;
    const firmTitle = client?.title ?? outside?.title ?? inn;
    const entry = { ...made, companyId, firmInn: inn, firmTitle, firmId, grantedBy: adminId, now };
    const id = await insertDelegation(tx, entry);
    if (id === null) throw fieldRefusal('inn', 'Эта бухгалтерия уже получила доступ или ждёт ответа');
    await recordEvent(tx, {
      at: now,
      what: 'delegation-made',
      userId: adminId,
      companyId,
      ip: made.ip,
      targets: [{ kind: 'delegation', id }],
      after: describeTerms({ ...entry }),
    });
    return id;
  });
}

type Terms = Pick<DelegationRecord, 'firmInn' | 'firmTitle' | 'role' | 'until' | 'maxSum'>;

function describeTerms({ firmInn, firmTitle, role, until, maxSum }: Terms): Record<string, unknown> {
  return { firm: firmTitle, inn: firmInn, role, until: until?.toISOString() ?? null, maxSumKopecks: maxSum };
}

/** Invites the head of a firm outside the programme as its admin, once for all companies that name the same phone. */
async function inviteFirm(
  tx: Db,
  made: NewDelegation & { phone: string; outside: RegistryCompany; now: Date },
): Promise<number> {
  const { phone, outside, now } = made;
  const known = await lockOutsideFirm(tx, { inn: outside.inn, phone });
  if (known?.isHeaded) return known.id;
  const companyId = known?.id ?? (await insertOutsideFirm(tx, outside, now));
  const { id } = await putInvitation(tx, {
    companyId,
    phone,
    firstname: 'Администратор',
    lastname: '',
    role: 'admin',
    invitedBy: made.adminId,
    now,
    expiresAt: new Date(now.getTime() + INVITATION_DAYS * DAY_MS),
    notifiedBefore: new Date(now.getTime() - DAY_MS),
  });
  await enqueueJob(tx, 'send-invitation-sms', { invitationId: id }, { key: `invitation-sms:${id}` });
  return companyId;
}
