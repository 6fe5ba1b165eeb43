import {
  DIGESTS,
  NOTICE_ZONES,
  readNoticeChoices,
  setNoticeHours,
  type Digest,
} from '#contract/messaging/notices.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useForm } from '../../../forms/use-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import type { Choices } from './choices.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

const ZONES: Record<(typeof NOTICE_ZONES)[number], string> = {
  'Europe/Kaliningrad': 'Калининград',
  'Europe/Moscow': 'Москва',
  'Europe/Samara': 'Самара',
  'Asia/Yekaterinburg': 'Екатеринбург',
  'Asia/Omsk': 'Омск',
  'Asia/Krasnoyarsk': 'Красноярск',
  'Asia/Irkutsk': 'Иркутск',
  'Asia/Yakutsk': 'Якутск',
  'Asia/Vladivostok': 'Владивосток',
  'Asia/Magadan': 'Магадан',
  'Asia/Kamchatka': 'Камчатка',
};
const ZONE_OPTIONS = NOTICE_ZONES.map((value) => ({ value, label: ZONES[value] }));

const DIGEST_LABELS: Record<Digest, string> = {
  'at-once': 'Сразу',
  hourly: 'Раз в час',
  daily: 'Раз в день',
};
const DIGEST_OPTIONS = DIGESTS.map((value) => ({ value, label: DIGEST_LABELS[value] }));

/** Sets when messages may come, and how often they are gathered. The bell of the cabinet ignores these hours. */
export function NoticeHours({ choices }: { choices: Choices }) {
  const { quiet, digest } = choices;
  const save = useEndpointAction(setNoticeHours, {
    refresh: [readNoticeChoices],
    left: { failed: 'Тихие часы не сохранены' },
  });
  const form = useForm({
    values: {
      quiet: quiet.on,
      from: quiet.from,
      to: quiet.to,
      zone: quiet.zone,
      digest: digest.mode,
      hour: digest.hour,
    },
    onChange: save.reset,
  });
  const input = form.values;
  return (
    <Panel title="Когда присылать">
      <Stack>
        <Checkbox
          label="Тихие часы"
          help="Важное приходит и в тихие часы: блокировки, долги, безопасность"
          {...form.checkbox('quiet')}
        />
        <Row>
          <Select
            label="С"
            options={HOURS}
            value={String(input.from)}
            onChange={(hour) => form.set({ from: Number(hour) })}
          />
          <Select
            label="До"
            options={HOURS}
            value={String(input.to)}
            onChange={(hour) => form.set({ to: Number(hour) })}
          />
          <Select label="Часовой пояс" options={ZONE_OPTIONS} {...form.field('zone')} />
        </Row>
        <Segmented label="Сводка" options={DIGEST_OPTIONS} {...form.field('digest')} />
        {input.digest === 'daily' && (
          <Select
            label="Час сводки"
            options={HOURS}
            value={String(input.hour)}
            onChange={(hour) => form.set({ hour: Number(hour) })}
          />
        )}
        {save.error && <Notice tone="error">{save.error.message}</Notice>}
        {save.isSuccess && !save.isPending && <Notice tone="go">Сохранено</Notice>}
        <Row>
          <Button variant="primary" pending={save.isPending} onClick={() => save.mutate({ body: input })}>
            Сохранить
          </Button>
        </Row>
      </Stack>
    </Panel>
  );
}
