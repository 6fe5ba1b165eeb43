import { useState } from 'react';
import { DIGESTS, NOTICE_ZONES, readNoticeChoices, setNoticeHours, type Digest } from '#contract/notices.ts';
import { useDeed } from '../../deeds/use-deed.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
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

/** When messages may come, and how often they are gathered. The bell of the cabinet knows no hours. */
export function NoticeHours({ choices }: { choices: Choices }) {
  const { quiet, digest } = choices;
  const [said, setSaid] = useState({
    quiet: quiet.on,
    from: quiet.from,
    to: quiet.to,
    zone: quiet.zone,
    digest: digest.mode,
    hour: digest.hour,
  });
  const save = useDeed(setNoticeHours, {
    refresh: [readNoticeChoices],
    left: { failed: 'Тихие часы не сохранены' },
  });
  const change = (some: Partial<typeof said>) => {
    setSaid({ ...said, ...some });
    save.reset();
  };
  return (
    <Panel title="Когда присылать">
      <Stack>
        <Checkbox
          label="Тихие часы"
          help="Важное приходит и в тихие часы: блокировки, долги, безопасность"
          checked={said.quiet}
          onChange={(next) => change({ quiet: next })}
        />
        <Row>
          <Select
            label="С"
            options={HOURS}
            value={String(said.from)}
            onChange={(hour) => change({ from: Number(hour) })}
          />
          <Select
            label="До"
            options={HOURS}
            value={String(said.to)}
            onChange={(hour) => change({ to: Number(hour) })}
          />
          <Select
            label="Часовой пояс"
            options={ZONE_OPTIONS}
            value={said.zone}
            onChange={(zone) => change({ zone: zone as typeof said.zone })}
          />
        </Row>
        <Segmented
          label="Сводка"
          options={DIGEST_OPTIONS}
          value={said.digest}
          onChange={(mode) => change({ digest: mode })}
        />
        {said.digest === 'daily' && (
          <Select
            label="Час сводки"
            options={HOURS}
            value={String(said.hour)}
            onChange={(hour) => change({ hour: Number(hour) })}
          />
        )}
        {save.error && <Notice tone="error">{save.error.message}</Notice>}
        {save.isSuccess && !save.isPending && <Notice tone="go">Сохранено</Notice>}
        <Row>
          <Button variant="primary" pending={save.isPending} onClick={() => save.mutate({ body: said })}>
            Сохранить
          </Button>
        </Row>
      </Stack>
    </Panel>
  );
}
