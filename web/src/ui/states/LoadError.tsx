import { useHandOnFocus } from '../../lib/use-hand-on-focus.ts';
import { Button } from '../Button.tsx';
import { Notice } from './Notice.tsx';

/** The message of a list that could not be loaded, when nothing more exact is known. */
export const LIST_NOT_LOADED = 'Ошибка. Пожалуйста, перезагрузите страницу';

type Props = {
  /** Tries the failed request again. */
  onReload: () => void;
  /** Default: the sentence of the error catalogue. */
  message?: string;
  reloading?: boolean;
};

/** Shown in place of a list that could not be loaded; offers to try again. */
export function LoadError({ onReload, message = LIST_NOT_LOADED, reloading }: Props) {
  const again = useHandOnFocus<HTMLButtonElement>();
  return (
    <Notice
      tone="error"
      action={
        <Button ref={again} size="small" onClick={onReload} pending={reloading}>
          Перезагрузить
        </Button>
      }
    >
      {message}
    </Notice>
  );
}
