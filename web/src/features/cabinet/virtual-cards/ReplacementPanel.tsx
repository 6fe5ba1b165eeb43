import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { EndpointData } from '#contract/endpoint.ts';
import { DOWNLOAD_BILL_FRAME } from '#contract/limits.ts';
import {
  downloadBlockProof,
  readReplacement,
  type ReplacementState,
} from '#contract/orders/virtual-cards.ts';
import { lastFour } from '#contract/values/card-number.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { paths } from '../../../paths.ts';
import { useRead } from '../../../state/use-call.ts';
import { usePdf } from '../../../state/use-pdf.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';

type Replacement = NonNullable<EndpointData<typeof readReplacement>>;

const SOON_MS = 2500;
const STATE: Record<ReplacementState, { title: string; tone: StatusTone }> = {
  blocking: { title: 'Сеть блокирует прежнюю карту', tone: 'wait' },
  issuing: { title: 'Сеть выпускает новую карту', tone: 'wait' },
  moving: { title: 'Деньги переходят на новую карту', tone: 'wait' },
  done: { title: 'Карта заменена', tone: 'go' },
  failed: { title: 'Заменена, но деньги не перешли', tone: 'stop' },
};

/** How far the replacement of a card is, on the page of the lost card and of the new one. */
export function ReplacementPanel({ card }: { card: Card }) {
  const [isOpen, setOpen] = useState(false);
  const read = useRead(readReplacement, { params: { id: card.id } }, isOpen ? { refetchMs: SOON_MS } : {});
  const replacement = read.data?.data ?? null;
  const isGoing = replacement !== null && replacement.ended_at === null;
  if (isGoing !== isOpen) setOpen(isGoing);
  if (!replacement) return null;
  return <Shown replacement={replacement} cardId={card.id} />;
}

function Shown({ replacement, cardId }: { replacement: Replacement; cardId: number }) {
  const { state, old_card: old, new_card: fresh, moved_sum: moved, problem } = replacement;
  const isOld = old.id === cardId;
  const other = isOld ? fresh : old;
  const { title, tone } = STATE[state];
  return (
    <Panel
      title={isOld ? 'Замена карты' : `Выпущена взамен •• ${lastFour(old.card_number)}`}
      aria-label="Замена карты"
      action={
        other && (
          <ButtonLink size="small" variant={isOld ? 'primary' : 'secondary'} to={paths.card(other.id)}>
            {isOld ? 'Новая карта' : 'Прежняя карта'}
          </ButtonLink>
        )
      }
    >
      <Stack gap="2">
        <Row>
          <StatusLabel tone={tone}>{title}</StatusLabel>
          {moved !== null && moved > 0 && (
            <span>
              <Money value={moved} />
            </span>
          )}
        </Row>
        {problem !== null && <Notice tone="warn">{problem}</Notice>}
        <p className="ink-2">
          {replacement.asked_by}, <DateText value={replacement.asked_at} style="datetime" />
          {replacement.blocked_at !== null && (
            <>
              . Сеть подтвердила блокировку <DateText value={replacement.blocked_at} style="datetime" />
            </>
          )}
        </p>
        {replacement.blocked_at !== null && <BlockProof cardId={old.id} />}
      </Stack>
    </Panel>
  );
}

function BlockProof({ cardId }: { cardId: number }) {
  const input = { params: { id: cardId } };
  const proof = usePdf({
    endpoint: downloadBlockProof,
    input,
    toPrint: input,
    times: DOWNLOAD_BILL_FRAME,
    frameDownloads: false,
  });
  return (
    <>
      <Row>
        <Button
          size="small"
          icon={<IconDownload aria-hidden="true" stroke={1.75} />}
          onClick={proof.save}
          pending={proof.saving}
        >
          Справка о блокировке
        </Button>
      </Row>
      {proof.problem && <Notice tone="error">{proof.problem}</Notice>}
    </>
  );
}
