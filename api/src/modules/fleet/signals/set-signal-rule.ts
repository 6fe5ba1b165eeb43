import { SIGNAL_RULE_KEYS, type SignalDeed } from '#contract/signal-rule.ts';
import { noteChange } from '../../../audit/leave-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { fieldRefusal, notFound } from '../../../errors.ts';
import { findDuty, listOwners, setChoice, setDuty } from './choice-store.ts';

/** What a rule does, and whose it is. 404 for no such rule; 400 for whoever may not own it. */
export async function setSignalRule(
  ctx: Context,
  scope: CompanyScope,
  said: { key: string; deed: SignalDeed; ownerId: number | null },
) {
  const key = SIGNAL_RULE_KEYS.find((one) => one === said.key);
  if (!key) throw notFound('Такого правила нет');
  const { deed, ownerId } = said;
  await ctx.db.inCompany(scope, async (tx) => {
    if (ownerId !== null) await requireOwner(tx, scope, ownerId);
    const before = await setChoice(tx, scope, { rule: key, deed, ownerId, now: ctx.clock.now() });
    noteChange(tx, {
      before: { rule: key, ...(before ?? { deed: 'tell', owner_id: null }) },
      after: { rule: key, deed, owner_id: ownerId },
    });
  });
  return { key, deed, owner_id: ownerId };
}

export async function setSignalOwner(ctx: Context, scope: CompanyScope, ownerId: number | null) {
  await ctx.db.inCompany(scope, async (tx) => {
    if (ownerId !== null) await requireOwner(tx, scope, ownerId);
    const before = await findDuty(tx, scope);
    await setDuty(tx, scope, ownerId);
    noteChange(tx, { before: { owner_id: before?.id ?? null }, after: { owner_id: ownerId } });
  });
  return { owner_id: ownerId };
}

/** Of this company, and allowed to change cards: whoever owns a signal decides it. */
export async function requireOwner(tx: Db, scope: CompanyScope, ownerId: number): Promise<void> {
  const people = await listOwners(tx, scope);
  if (!people.some((one) => one.id === ownerId))
    throw fieldRefusal('owner_id', 'Выберите сотрудника, который может менять карты');
}
