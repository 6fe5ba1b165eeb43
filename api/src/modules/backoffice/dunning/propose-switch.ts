import { DUNNING_BASIS_TITLE, type switchDunningRuleOn } from '#contract/backoffice/dunning.ts';
import { notFound } from '../../../errors.ts';
import type { Call } from '../../../http/call.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import type { TwoPeopleRule } from '../../identity/approvals/approvals.ts';
import { describeSteps, describeTarget } from './describe-rule.ts';
import { previewRule, type RulePreview } from './preview-rule.ts';
import { findRule } from './rule-store.ts';

/** A rule stops clients without asking anyone, so two people switch it on, and read whom it meets at once. */
export const proposeRuleSwitch: TwoPeopleRule = async (ctx, call) => {
  const { params, body } = call as unknown as Call<typeof switchDunningRuleOn>;
  const rule = await findRule(ctx.db.system, params.id);
  if (!rule) throw notFound('Правило не найдено');
  // The call itself refuses a rule that is on.
  if (rule.active) return null;
  const preview = await previewRule(ctx, rule);
  return {
    title: 'Включить правило взыскания',
    ...(rule.companyId !== null && { companyId: rule.companyId }),
    details: [
      { title: 'Кого касается', value: describeTarget(rule) },
      { title: 'Срок', value: DUNNING_BASIS_TITLE[rule.basis] },
      { title: 'Шаги', value: describeSteps(rule.steps).join('\n') },
      { title: 'После оплаты', value: rule.releases ? 'карты заработают сами' : 'карты включает сотрудник' },
      { title: 'Сегодня', value: describeToday(preview), movesByItself: true },
      { title: 'Основание', value: body.reason },
    ],
  };
};

/** Names at most so many clients of a step. */
const MAX_NAMED = 5;

function describeToday({ steps }: RulePreview): string {
  const lines = steps.flatMap(({ action, day, today }) => {
    if (today.length === 0) return [];
    const named = today.slice(0, MAX_NAMED).map(({ client, sum }) => `${client.title} ${formatRubles(sum)}`);
    const more = today.length > named.length ? `, и ещё ${today.length - named.length}` : '';
    const [title = ''] = describeSteps([{ action, day, rate: null, text: '', channels: [] }]);
    return [`${title}: ${named.join(', ')}${more}`];
  });
  return lines.length === 0 ? 'никого' : lines.join('\n');
}
