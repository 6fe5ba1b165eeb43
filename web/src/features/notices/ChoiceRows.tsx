import { useState } from 'react';
import type { NoticeKind } from '#contract/notice-kinds.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { GROUP_TITLES, listGroups, type Choices, type Choose, type KindChoice } from './choices.ts';
import styles from './ChoiceRows.module.css';

/** A row for each kind, with the channels in a sheet. */
export function ChoiceRows({ choices, onChoose }: { choices: Choices; onChoose: Choose }) {
  const [opened, setOpened] = useState<NoticeKind | null>(null);
  const kind = choices.kinds.find((item) => item.kind === opened);
  return (
    <>
      {listGroups(choices).map((group) => (
        <Panel key={group} title={GROUP_TITLES[group]} variant="flush">
          <ul className={styles.list}>
            {choices.kinds
              .filter((item) => item.group === group)
              .map((item) => (
                <li key={item.kind}>
                  <button
                    type="button"
                    className={styles.row}
                    aria-haspopup="dialog"
                    onClick={() => setOpened(item.kind)}
                  >
                    <span>{item.title}</span>
                    <span className={styles.chosen}>{formatChannels(item, choices)}</span>
                  </button>
                </li>
              ))}
          </ul>
        </Panel>
      ))}
      <Modal opened={kind !== undefined} onClose={() => setOpened(null)} title={kind?.title ?? ''}>
        <Stack>
          {kind?.channels.map(({ channel, wanted, locked }) => (
            <Checkbox
              key={channel}
              label={formatTitle(choices, channel)}
              checked={wanted}
              disabled={locked}
              {...(locked ? { help: 'Приходит всегда' } : {})}
              onChange={(next) => onChoose(kind.kind, channel, next)}
            />
          ))}
        </Stack>
      </Modal>
    </>
  );
}

function formatChannels({ channels }: KindChoice, choices: Choices): string {
  const on = channels
    .filter((channel) => channel.wanted)
    .map((channel) => formatTitle(choices, channel.channel));
  return on.join(', ') || 'Не присылать';
}

function formatTitle(choices: Choices, channel: string): string {
  return choices.channels.find((item) => item.channel === channel)?.title ?? channel;
}
