import { useState } from 'react';
import { listExceptions, type Exception } from '#contract/fleet/exceptions.ts';
import { formatPlate } from '#contract/values/plate.ts';
import { formatLitres } from '../../../lib/format.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { lazyDialog } from '../../../ui/layers/lazy-dialog.tsx';
import type { Answer } from './AnswerModal.tsx';

const AnswerModal = lazyDialog(async () => (await import('./AnswerModal.tsx')).AnswerModal);

/** Returns the request that has waited longest, and how many others there are. */
function useOldestRequest(): { oldest: Exception | undefined; others: number } {
  const read = useRead(listExceptions, { query: { state: 'asked', perPage: MAX_READ } });
  return { oldest: read.data?.data.at(-1), others: (read.data?.meta.pagination.total ?? 1) - 1 };
}

const MAX_READ = 50;

/** `Р 140 ТТ 790, Баранов Кирилл просит 120 л, М-4, 120 км`, and how many others ask. */
export function RequestText({ fallback }: { fallback: string }) {
  const { oldest, others } = useOldestRequest();
  if (!oldest) return fallback;
  return `${describeRequest(oldest)}${others > 0 ? `, и ещё ${others}` : ''}`;
}

function describeRequest({ plate, driver, asked_by: by, litres, station }: Exception): string {
  const who = [plate && formatPlate(plate), driver ?? by].filter(Boolean).join(', ');
  return [`${who} просит ${formatLitres(litres)}`, station].filter(Boolean).join(', ');
}

/** Answers the request that has waited longest, without leaving the page. */
export function AnswerRequest() {
  const { oldest } = useOldestRequest();
  const { show, dialog } = useDialogs();
  return (
    <>
      <Button
        size="small"
        variant="primary"
        aria-label="Ответить на просьбу водителя"
        disabledReason={oldest ? null : 'Просьба загружается'}
        onClick={() => oldest && show((onClose) => <RequestModal exception={oldest} onClose={onClose} />)}
      >
        Ответить
      </Button>
      {dialog}
    </>
  );
}

function RequestModal({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const [answer, setAnswer] = useState<Answer>('approve');
  return (
    <AnswerModal
      answer={answer}
      exception={exception}
      onClose={onClose}
      onDecline={() => setAnswer('decline')}
    />
  );
}
