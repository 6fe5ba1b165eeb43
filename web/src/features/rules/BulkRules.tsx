import { useState } from 'react';
import { listRuleSets } from '#contract/bulk-rules.ts';
import { can } from '#contract/access.ts';
import { listCards } from '#contract/cards.ts';
import { listRuleGroups, readProfileRules } from '#contract/rules.ts';
import type { Rule } from '#contract/rule-values.ts';
import { useRole } from '../../server/session.ts';
import { useRead } from '../../state/use-call.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { ListSkeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { BulkPreview, type BulkTarget } from './BulkPreview.tsx';
import { CardTargets, GroupTargets } from './BulkTargets.tsx';
import { ChangeSheet } from './ChangeSheet.tsx';
import { RuleSource } from './RuleSource.tsx';

export type Given = { rules: readonly Rule[]; setId: number | null; title: string };

/** The same rules for many cards or groups: what is given, to whom, what that changes, and how it went. */
export function BulkRules() {
  const [given, setGiven] = useState<Given | null>(null);
  const [layer, setLayer] = useState<'card' | 'group'>('card');
  const [asked, setAsked] = useState<BulkTarget | null>(null);
  const [changeId, setChangeId] = useState<number | null>(null);
  const mayChange = can(useRole(), 'changeCard');
  const cards = useRead(listCards, { query: {} });
  const groups = useRead(listRuleGroups);
  const sets = useRead(listRuleSets);
  const profile = useRead(readProfileRules);
  const reads = [cards, groups, sets, profile];
  if (!mayChange)
    return (
      <Panel>
        <EmptyState title="Правила раздают администратор и менеджер">
          Вам доступен просмотр: правила всех карт и групп стоят на соседней вкладке.
        </EmptyState>
      </Panel>
    );
  if (!cards.data || !groups.data || !sets.data || !profile.data) {
    const failed = reads.find((read) => read.isError && !read.data);
    return failed ? (
      <LoadError
        message={failed.error?.message ?? ''}
        onReload={() => void Promise.all(reads.map((read) => read.refetch()))}
        reloading={reads.some((read) => read.isFetching)}
      />
    ) : (
      <Panel variant="flush">
        <ListSkeleton count={6} label="Загружаются карты и правила" />
      </Panel>
    );
  }
  const ask = (ids: readonly number[]) => setAsked({ layer, ids });
  const disabledReason = given ? null : 'Сначала выберите, какие правила дать';
  return (
    <Stack gap="3">
      <Panel title="Какие правила">
        <RuleSource
          sets={sets.data.data}
          groups={groups.data.data}
          profileRules={profile.data.data.rules}
          given={given}
          onGive={setGiven}
        />
      </Panel>
      <Segmented
        label="Кому дать правила"
        options={[
          { value: 'card', label: 'Картам' },
          { value: 'group', label: 'Группам машин' },
        ]}
        value={layer}
        onChange={setLayer}
      />
      {layer === 'card' ? (
        <CardTargets cards={cards.data.data} disabledReason={disabledReason} onAsk={ask} />
      ) : (
        <GroupTargets groups={groups.data.data} disabledReason={disabledReason} onAsk={ask} />
      )}
      {asked && given && (
        <BulkPreview
          target={asked}
          given={given}
          cards={cards.data.data}
          onClose={() => setAsked(null)}
          onDone={(id) => {
            setAsked(null);
            setChangeId(id);
          }}
        />
      )}
      {changeId !== null && <ChangeSheet changeId={changeId} onClose={() => setChangeId(null)} />}
    </Stack>
  );
}
