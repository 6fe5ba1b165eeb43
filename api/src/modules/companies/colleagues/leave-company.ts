import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { conflict, notFound } from '../../../errors.ts';
import { notifyOfAccessChange } from '../../messaging/notices/security-notices.ts';
import { endMemberships } from '../../messaging/users/memberships.ts';
import { lockColleagues } from './colleague-store.ts';

/** Takes a user out of the company at the user's own request, and notifies the admins. 409 for the last admin. */
export async function leaveCompany(
  ctx: Context,
  { scope, userId, ip }: { scope: CompanyScope; userId: number; ip: string },
): Promise<void> {
  const now = ctx.clock.now();
  const { companyId } = scope;
  await ctx.db.inSystem(async (tx) => {
    const colleagues = await lockColleagues(tx, scope);
    const self = colleagues.find(({ id }) => id === userId);
    if (!self) throw notFound('Вы уже не сотрудник этой компании');
    const others = colleagues.filter(({ id }) => id !== userId);
    if (self.role === 'admin' && !others.some(({ role }) => role === 'admin'))
      throw conflict('Вы единственный администратор: сначала дайте эту роль другому сотруднику');
    await endMemberships(tx, { companyId, userId, now });
    const what = { event: 'colleague-left' } as const;
    await notifyOfAccessChange(ctx, tx, { userId, companyId, what, about: now.toISOString(), now });
    await recordEvent(tx, {
      at: now,
      what: 'colleague-left',
      userId,
      companyId,
      ip,
      before: { role: self.role },
    });
  });
}
