import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** What a list says that could not be loaded, and nothing better is known. */
export const LIST_NOT_LOADED = 'Ошибка. Пожалуйста, перезагрузите страницу';

type Props = {
  /** Tries again what failed. */
  onReload: () => void;
  /** Default: the sentence of the error catalogue. */
  message?: string;
  reloading?: boolean;
};

/** A list could not be loaded; the bar stands in its place and offers to try again. */
export function LoadError({ onReload, message = LIST_NOT_LOADED, reloading }: Props) {
  return (
    <Notice
      tone="error"
      action={
        <Button size="small" onClick={onReload} pending={reloading}>
          Перезагрузить
        </Button>
      }
    >
      {message}
    </Notice>
  );
}
