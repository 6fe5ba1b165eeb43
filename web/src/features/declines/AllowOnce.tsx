import { approveException, askException, listExceptions } from '#contract/exceptions.ts';
import { readCardRules } from '#contract/rules.ts';
import { useDeedOf } from '../../deeds/use-deed.ts';
import { call } from '../../server/client.ts';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';

/** Lets the refused purchase pass once: asks for an exception and approves it at one press. */
export function AllowOnce({ declineId }: { declineId: number }) {
  const deed = useDeedOf(
    'allowOnce',
    async (reason: string) => {
      const { data } = await call(askException, { body: { decline_id: declineId, reason } });
      return call(approveException, { params: { id: data.id }, body: {} });
    },
    { refresh: [listExceptions, readCardRules], left: { failed: 'Исключение не разрешено' } },
  );
  const until = deed.data?.data.until;
  if (until)
    return (
      <StatusWord tone="go">
        Разрешено один раз, до <DateText value={until} style="datetime" />
      </StatusWord>
    );
  return (
    <>
      {deed.error && <Notice tone="error">{deed.error.message}</Notice>}
      <Button
        size="small"
        pending={deed.isPending}
        onClick={() => deed.mutate('Разрешено после отказа на АЗС')}
      >
        Разрешить один раз
      </Button>
    </>
  );
}
