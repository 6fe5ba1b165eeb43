import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

/** Warns users who may only read until they connect a second factor. */
export function FactorBanner() {
  return (
    <Notice
      tone="warn"
      title="Подключите второй фактор"
      action={
        <ButtonLink to={paths.security} size="small">
          Подключить
        </ButtonLink>
      }
    >
      Его требует ваша компания: пока его нет, можно только смотреть.
    </Notice>
  );
}
