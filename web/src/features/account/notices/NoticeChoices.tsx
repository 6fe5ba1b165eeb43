import { readMail } from '#contract/messaging/emails.ts';
import { chooseNotice, readNoticeChoices } from '#contract/messaging/notices.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { useRead } from '../../../state/use-call.ts';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { type Choices, type Choose, GROUP_TITLES, listGroups, type KindChoice } from './choices.ts';
import { NoticeHours } from './NoticeHours.tsx';
import { useState } from 'react';
import type { NoticeChannel, NoticeKind } from '#contract/messaging/notice-kinds.ts';
import { Checkbox, CheckBox } from '../../../ui/fields/Checkbox.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import styles from './ChoiceRows.module.css';
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx';

/**
 * Lets the user choose which notices come over which channel: a matrix where there is room, otherwise rows with a
 * sheet.
 */
export function NoticeChoices({ ofStaff = false }: { ofStaff?: boolean }) {
  const read = useRead(readNoticeChoices);
  const wide = useMedia('(min-width: 1024px)');
  const choose = useEndpointAction(chooseNotice, {
    refresh: [readNoticeChoices, readMail],
    left: { failed: 'Выбор уведомлений не сохранён' },
  });
  if (read.isPending) return <ListSkeleton count={5} label="Загружается выбор уведомлений" />;
  if (!read.data) return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  const pending = choose.isPending ? (choose.variables.body ?? null) : null;
  const choices = withSavedChoice(read.data.data, pending);
  const props = {
    choices: withLinkedOnly(choices),
    onChoose: ((kind, channel, wanted) =>
      choose.isPending || choose.mutate({ body: { kind, channel, wanted } })) as Choose,
  };
  return (
    <Stack>
      <UnlinkedChannels choices={choices} ofStaff={ofStaff} />
      {choose.error && <Notice tone="error">{choose.error.message}</Notice>}
      {wide ? <ChoiceMatrix {...props} /> : <ChoiceRows {...props} />}
      <NoticeHours choices={choices} />
    </Stack>
  );
}

/** Leaves the channels over which messages can reach the user. The choices for the others stay stored. */
function withLinkedOnly({ channels, kinds, ...rest }: Choices): Choices {
  const linked = channels.filter(({ ready }) => ready);
  const isLinked = (channel: NoticeChannel) => linked.some((item) => item.channel === channel);
  return {
    ...rest,
    channels: linked,
    kinds: kinds.map((kind) => ({
      ...kind,
      channels: kind.channels.filter(({ channel }) => isLinked(channel)),
    })),
  };
}

/** Names the channels that are not linked, and leads to where they are. Members of the staff have that on this page. */
function UnlinkedChannels({ choices, ofStaff }: { choices: Choices; ofStaff: boolean }) {
  const unlinked = choices.channels.filter(({ ready }) => !ready);
  if (unlinked.length === 0) return null;
  return (
    <Notice tone="info">
      <Row between>
        <span>Ещё не подключены: {unlinked.map(({ title }) => title).join(', ')}</span>
        {ofStaff ? (
          <span>Подключите их ниже на этой странице</span>
        ) : (
          <ButtonLink size="small" to={paths.me}>
            Подключить каналы
          </ButtonLink>
        )}
      </Row>
    </Notice>
  );
}

/** Shows a choice that is not answered yet as if it were saved. */
function withSavedChoice(
  choices: Choices,
  pending: { kind?: unknown; channel?: unknown; wanted?: unknown } | null,
): Choices {
  if (!pending) return choices;
  return {
    ...choices,
    kinds: choices.kinds.map((kind) =>
      kind.kind === pending.kind
        ? {
            ...kind,
            channels: kind.channels.map((cell) =>
              cell.channel === pending.channel ? { ...cell, wanted: pending.wanted === true } : cell,
            ),
          }
        : kind,
    ),
  };
}

/** A row for each kind, with the channels in a sheet. */
function ChoiceRows({ choices, onChoose }: { choices: Choices; onChoose: Choose }) {
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
                    data-print="text"
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

/** Kinds down, channels across. */
function ChoiceMatrix({ choices, onChoose }: { choices: Choices; onChoose: Choose }) {
  const { channels, kinds } = choices;
  return (
    <Panel variant="flush" aria-label="Что и куда присылать">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Событие</th>
            {channels.map((channel) => (
              <th key={channel.channel} scope="col" className={styles.cell}>
                {channel.title}
              </th>
            ))}
          </tr>
        </thead>
        {listGroups(choices).map((group) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={channels.length + 1} className={styles.group}>
                {GROUP_TITLES[group]}
              </th>
            </tr>
            {kinds
              .filter((kind) => kind.group === group)
              .map((kind) => (
                <tr key={kind.kind}>
                  <th scope="row" className={styles.kind}>
                    {kind.title}
                  </th>
                  {channels.map((channel) => (
                    <td key={channel.channel} className={styles.cell}>
                      <Cell kind={kind} channel={channel} onChoose={onChoose} />
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        ))}
      </table>
    </Panel>
  );
}

type CellProps = { kind: KindChoice; channel: Choices['channels'][number]; onChoose: Choose };

function Cell({ kind, channel, onChoose }: CellProps) {
  const cell = kind.channels.find((item) => item.channel === channel.channel);
  if (!cell)
    return (
      <span className="ink-2">
        <span aria-hidden="true">–</span>
        <VisuallyHidden>не приходит</VisuallyHidden>
      </span>
    );
  if (cell.locked) return <span className={styles.always}>всегда</span>;
  return (
    <CheckBox
      label={`${kind.title}: ${channel.title}`}
      checked={cell.wanted}
      onChange={(wanted) => onChoose(kind.kind, cell.channel, wanted)}
    />
  );
}
