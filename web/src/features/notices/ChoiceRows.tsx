import { useState } from 'react';
import type { NoticeKind } from '#contract/notice-kinds.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { GROUP_TITLES, groupsOf, type Choices, type Choose, type KindChoice } from './choices.ts';
import styles from './ChoiceRows.module.css';

/** A row for each kind, with the channels in a sheet. */
export function ChoiceRows({ choices, onChoose }: { choices: Choices; onChoose: Choose }) {
  const [opened, setOpened] = useState<NoticeKind | null>(null);
  const kind = choices.kinds.find((one) => one.kind === opened);
  return (
    <>
      {groupsOf(choices).map((group) => (
        <Panel key={group} title={GROUP_TITLES[group]} variant="flush">
          <ul className={styles.list}>
            {choices.kinds
              .filter((one) => one.group === group)
              .map((one) => (
                <li key={one.kind}>
                  <button
                    type="button"
                    className={styles.row}
                    aria-haspopup="dialog"
                    onClick={() => setOpened(one.kind)}
                  >
                    <span>{one.title}</span>
                    <span className={styles.chosen}>{wordsOf(one, choices)}</span>
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
              label={titleOf(choices, channel)}
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

function wordsOf({ channels }: KindChoice, choices: Choices): string {
  const on = channels.filter((one) => one.wanted).map((one) => titleOf(choices, one.channel));
  return on.join(', ') || 'Не присылать';
}

function titleOf(choices: Choices, channel: string): string {
  return choices.channels.find((one) => one.channel === channel)?.title ?? channel;
}
