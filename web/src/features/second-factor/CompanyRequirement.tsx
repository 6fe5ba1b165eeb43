import { readFactors, requireCompanyFactor } from '#contract/second-factor.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Stack } from '../../ui/Stack.tsx';

type Props = {
  required: boolean;
  /** The admin has one himself: without it he would lock himself out. */
  has: boolean;
};

/** Second factor that an admin requires of all users in the company who may change something. */
export function CompanyRequirement({ required, has }: Props) {
  const change = useEndpointAction(requireCompanyFactor, {
    refresh: [readFactors],
    left: { failed: 'Требование второго фактора не изменено' },
  });
  const input = change.isPending ? change.variables?.body?.required === true : required;
  return (
    <Panel title="Для всей компании">
      <Stack>
        <Checkbox
          label="Требовать второй фактор у всех, кто может что-то менять"
          help={
            has || required
              ? 'Менеджеры и админы без него смогут только смотреть. На специалистов требование не действует.'
              : 'Сначала подключите второй фактор себе.'
          }
          checked={input}
          disabled={!has && !required}
          onChange={(next) => change.isPending || change.mutate({ body: { required: next } })}
        />
        {change.error && <Notice tone="error">{change.error.message}</Notice>}
      </Stack>
    </Panel>
  );
}
