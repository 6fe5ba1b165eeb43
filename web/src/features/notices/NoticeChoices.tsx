import { readMail } from '#contract/emails.ts';
import { chooseNotice, readNoticeChoices } from '#contract/notices.ts';
import { useEndpointAction } from '../../actions/use-endpoint-action.ts';
import { useMedia } from '../../lib/use-media.ts';
import { useRead } from '../../state/use-call.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ListSkeleton } from '../../ui/Skeleton.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { ChoiceMatrix } from './ChoiceMatrix.tsx';
import { ChoiceRows } from './ChoiceRows.tsx';
import type { Choices, Choose } from './choices.ts';
import { NoticeHours } from './NoticeHours.tsx';

/**
 * Lets the user choose which notices come over which channel: a matrix where there is room, otherwise rows with a
 * sheet.
 */
export function NoticeChoices() {
  const read = useRead(readNoticeChoices);
  const wide = useMedia('(min-width: 1024px)');
  const choose = useEndpointAction(chooseNotice, {
    refresh: [readNoticeChoices, readMail],
    left: { failed: 'Выбор уведомлений не сохранён' },
  });
  if (read.isPending) return <ListSkeleton count={5} label="Загружается выбор уведомлений" />;
  if (!read.data) return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  const pending = choose.isPending ? (choose.variables.body ?? null) : null;
  const choices = asIfSaved(read.data.data, pending);
  const hinted = choices.channels.filter((channel) => channel.hint !== null);
  const props = {
    choices,
    onChoose: ((kind, channel, wanted) =>
      choose.isPending || choose.mutate({ body: { kind, channel, wanted } })) as Choose,
  };
  return (
    <Stack>
      {hinted.length > 0 && (
        <Notice tone="info">
          {hinted.map((item) => (
            <p key={item.channel}>
              {item.title}: {item.hint}
            </p>
          ))}
        </Notice>
      )}
      {choose.error && <Notice tone="error">{choose.error.message}</Notice>}
      {wide ? <ChoiceMatrix {...props} /> : <ChoiceRows {...props} />}
      <NoticeHours choices={choices} />
    </Stack>
  );
}

/** Shows a choice that is not answered yet as if it were saved. */
function asIfSaved(
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
