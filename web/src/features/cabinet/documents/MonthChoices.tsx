import { readMonth, readMonthChoices, setMonthChoices } from '#contract/insights/months.ts';
import { can } from '#contract/access.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Stack } from '../../../ui/Stack.tsx';

/** Lets a company do without a step of its months. Shows nothing to a user who may not change it. */
export function MonthChoices() {
  const mayChange = can(useRole(), 'changeCard');
  const choices = useRead(readMonthChoices).data?.data;
  const set = useEndpointAction(setMonthChoices, {
    refresh: [readMonthChoices, readMonth],
    left: { failed: 'Шаги месяца не изменены' },
  });
  if (!mayChange || !choices) return null;
  const change = (changed: Partial<typeof choices>) => {
    const next = { ...choices, ...changed };
    set.mutate({
      body: { no_mileage: next.no_mileage ? 1 : 0, no_waybills: next.no_waybills ? 1 : 0 },
    });
  };
  return (
    <Stack gap="2">
      <Checkbox
        label="Пробег не ведём"
        help="Месяц соберётся без показаний одометра."
        checked={choices.no_mileage}
        disabled={set.isPending}
        onChange={(checked) => change({ no_mileage: checked })}
      />
      <Checkbox
        label="Путевые листы ведём не здесь"
        help="Месяц соберётся, даже если у карты нет машины."
        checked={choices.no_waybills}
        disabled={set.isPending}
        onChange={(checked) => change({ no_waybills: checked })}
      />
      {set.error && <Notice tone="error">{set.error.message}</Notice>}
    </Stack>
  );
}
