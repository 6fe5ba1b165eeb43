import { readMail } from '#contract/letters.ts';
import { chooseNotice, readNoticeChoices } from '#contract/notices.ts';
import { useDeed } from '../../deeds/use-deed.ts';
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

/** What the person hears of over which channel: a matrix where it has room, else rows with a sheet. */
export function NoticeChoices() {
  const read = useRead(readNoticeChoices);
  const wide = useMedia('(min-width: 1024px)');
  const choose = useDeed(chooseNotice, {
    refresh: [readNoticeChoices, readMail],
    left: { failed: 'Выбор уведомлений не сохранён' },
  });
  if (read.isPending) return <ListSkeleton count={5} label="Загружается выбор уведомлений" />;
  if (!read.data) return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  const sending = choose.isPending ? (choose.variables.body ?? null) : null;
  const choices = asIfSaved(read.data.data, sending);
  const hinted = choices.channels.filter((one) => one.hint !== null);
  const props = {
    choices,
    onChoose: ((kind, channel, wanted) =>
      choose.isPending || choose.mutate({ body: { kind, channel, wanted } })) as Choose,
  };
  return (
    <Stack>
      {hinted.length > 0 && (
        <Notice tone="info">
          {hinted.map((one) => (
            <p key={one.channel}>
              {one.title}: {one.hint}
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

/** What has been chosen and is not answered yet is shown as if it were. */
function asIfSaved(
  choices: Choices,
  sending: { kind?: unknown; channel?: unknown; wanted?: unknown } | null,
): Choices {
  if (!sending) return choices;
  return {
    ...choices,
    kinds: choices.kinds.map((one) =>
      one.kind === sending.kind
        ? {
            ...one,
            channels: one.channels.map((cell) =>
              cell.channel === sending.channel ? { ...cell, wanted: sending.wanted === true } : cell,
            ),
          }
        : one,
    ),
  };
}
