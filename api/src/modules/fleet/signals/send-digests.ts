import { SIGNAL_RULE } from '#contract/fleet/signal-rule.ts';
import { kopecks } from '#contract/kopecks.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { moscowDay, moscowTimeOfDay } from '../../../lib/money-format.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { findOldest, listNews, listDigestsDue, moveNotifiedId, takeDay } from './choice-store.ts';
import { visitCompanies } from './find-signals.ts';

/** Moscow time, when the owners of signals come to work. */
const FROM = '08:30';
const COMPANY_BATCH_SIZE = 50;
const DAY_MS = 86_400_000;

/**
 * Sends each owner a digest once a Moscow day of new signals that wait for a verdict: how many, of which rules, the sum
 * at stake, how long the oldest one waits, and what else waits for a decision. A day without news sends nothing. The
 * admins receive signals without an owner.
 */
export async function sendDigests(
  ctx: Context,
  describeOthers: DescribeOthers = describeNone,
): Promise<void> {
  const now = ctx.clock.now();
  if (moscowTimeOfDay(now).slice(0, 5) < FROM) return;
  const day = moscowDay(now);
  const due = await listDigestsDue(ctx.db.system, { day, max: COMPANY_BATCH_SIZE });
  await visitCompanies(ctx, due, (scope) => sendCompanyDigest(ctx, scope, { day, describeOthers }));
}

/** Describes what else waits for a decision in the company, the most urgent first. Later modules know it. */
type DescribeOthers = (scope: CompanyScope) => Promise<readonly string[]>;

async function describeNone(): Promise<readonly string[]> {
  return [];
}

/**
 * Marks the day and writes the text in one transaction. If the process is killed, the next one sends the digest, once.
 */
async function sendCompanyDigest(
  ctx: Context,
  scope: CompanyScope,
  { day, describeOthers }: { day: string; describeOthers: DescribeOthers },
): Promise<void> {
  const now = ctx.clock.now();
  const waiting = await describeOthers(scope);
  await ctx.db.inSystem(async (tx) => {
    const turn = await takeDay(tx, scope, day);
    if (!turn) return;
    const news = await listNews(tx, scope, turn.toldId);
    for (const { owner_id: ownerId, count, stake, rules } of news) {
      const { open, oldest } = await findOldest(tx, scope, ownerId);
      await notify(tx, {
        kind: 'signals',
        companyId: scope.companyId,
        userId: ownerId,
        facts: {
          count,
          sumKopecks: kopecks(stake),
          rules: rules.map((rule) => SIGNAL_RULE[rule].title),
          open,
          waiting,
          oldestDays: oldest ? Math.floor((now.getTime() - oldest.getTime()) / DAY_MS) : 0,
        },
        about: `${scope.companyId}:${ownerId ?? 'admins'}:${day}`,
        now,
      });
    }
    await moveNotifiedId(tx, scope, Math.max(turn.toldId, ...news.map((item) => item.newest)));
  });
}
