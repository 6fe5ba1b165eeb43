import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { type Db, firstRow } from '../../../db/database.ts';
import { conflict, fieldRefusal, notFound } from '../../../errors.ts';
import { lockClient } from '../../money/transfers/client-accounts.ts';
import { sql } from 'kysely';
import { describeSteps } from './describe-rule.ts';
import type { DunningRule, RuleDraft } from './dunning-rule.ts';
import { findRule, hasSameTarget, insertRule, lockRule, setActive, updateRule } from './rule-store.ts';

interface Author {
  staffId: number;
  ip: string;
}

const SAME_TARGET = 'Для этих клиентов такое правило уже есть: измените его';

/** Adds a rule, switched off. Refuses: 400 an unknown client or group, 409 where these clients have one. */
export function createRule(ctx: Context, draft: RuleDraft, { staffId, ip }: Author): Promise<DunningRule> {
  return ctx.db.inSystem(async (tx) => {
    await assertTarget(tx, draft);
    const now = ctx.clock.now();
    const id = await insertRule(tx, draft, { staffId, now });
    if (id === null) throw conflict(SAME_TARGET);
    const rule = (await findRule(tx, id)) as DunningRule;
    await recordEvent(tx, {
      at: now,
      what: 'dunning-rule-saved',
      userId: staffId,
      companyId: draft.companyId ?? undefined,
      ip,
      after: toAudited(rule),
    });
    return rule;
  });
}

/** Changes a rule that is switched off. Two people have decided about an active one, so 409. */
export function changeRule(ctx: Context, id: number, draft: RuleDraft, author: Author): Promise<DunningRule> {
  const { staffId, ip } = author;
  return ctx.db.inSystem(async (tx) => {
    const locked = await lockRule(tx, id);
    const before = locked && (await findRule(tx, id));
    if (!before) throw notFound('Правило не найдено');
    if (locked.active) throw conflict('Сначала выключите правило');
    await assertTarget(tx, draft);
    if (await hasSameTarget(tx, draft, id)) throw conflict(SAME_TARGET);
    const now = ctx.clock.now();
    await updateRule(tx, id, draft, { staffId, now });
    const rule = (await findRule(tx, id)) as DunningRule;
    await recordEvent(tx, {
      at: now,
      what: 'dunning-rule-saved',
      userId: staffId,
      companyId: draft.companyId ?? undefined,
      ip,
      before: toAudited(before),
      after: toAudited(rule),
    });
    return rule;
  });
}

/** Switches a rule on or off. Refuses: 404, 409 where it is so already. */
export function switchRule(
  ctx: Context,
  { id, active, reason, staffId, ip }: Author & { id: number; active: boolean; reason: string },
): Promise<DunningRule> {
  return ctx.db.inSystem(async (tx) => {
    const locked = await lockRule(tx, id);
    if (!locked) throw notFound('Правило не найдено');
    if (locked.active === active) throw conflict(active ? 'Правило уже включено' : 'Правило уже выключено');
    const now = ctx.clock.now();
    await setActive(tx, id, active, { staffId, now });
    const rule = (await findRule(tx, id)) as DunningRule;
    await recordEvent(tx, {
      at: now,
      what: active ? 'dunning-rule-on' : 'dunning-rule-off',
      userId: staffId,
      companyId: rule.companyId ?? undefined,
      ip,
      details: { ...toAudited(rule), reason },
    });
    return rule;
  });
}

async function assertTarget(tx: Db, { companyId, groupId }: RuleDraft): Promise<void> {
  if (companyId !== null && !(await lockClient(tx, companyId)))
    throw fieldRefusal('company_id', 'Клиент не найден');
  if (groupId === null) return;
  const group = await firstRow(
    tx,
    sql`select id from client_group where id = ${groupId} and purpose = 'dunning' for key share`,
  );
  if (!group) throw fieldRefusal('client_group_id', 'Группа не найдена');
}

function toAudited({ client, group, basis, steps, releases }: DunningRule): Record<string, unknown> {
  return {
    client: client?.title ?? group?.title ?? 'все остальные',
    basis,
    steps: describeSteps(steps),
    releases,
  };
}
