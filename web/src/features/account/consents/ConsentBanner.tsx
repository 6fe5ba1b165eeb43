import { readConsent } from '#contract/identity/consents.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

/** Asks a user who has not given the consent in its current wording; blocks nothing. */
export function ConsentBanner({ onOpen }: { onOpen: () => void }) {
  const version = useRead(readConsent).data?.data.version;
  return (
    <Notice
      title="Согласие на обработку персональных данных"
      action={
        <Button size="small" onClick={onOpen}>
          Прочитать
        </Button>
      }
    >
      {version === 1
        ? 'Прочитайте текст и отметьте, согласны ли вы.'
        : 'Вышла новая редакция. Прочитайте текст и отметьте, согласны ли вы.'}
    </Notice>
  );
}
