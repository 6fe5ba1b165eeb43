import type { FormEvent, ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { useHandOnFocus } from '../lib/use-hand-on-focus.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import styles from './FormShell.module.css';

/** The server's refusal, as a call throws it: its sentence, or in its place those of the refused fields, by their names. */
type FormError = { message?: ReactNode; fields?: Record<string, readonly string[]> };

type Props = {
  title?: ReactNode;
  children: ReactNode;
  onSubmit: () => void;
  submitLabel: string;
  /** The request is being sent. The button can't be clicked twice. */
  loading: boolean;
  /** Null when there is nothing to report. */
  error: FormError | null;
  /** Names of the fields that show their own errors; all other errors become a red list (spec section 8). */
  ownFields?: readonly string[];
  /** Why the form cannot be sent yet, null when it can. */
  disabledReason?: string | null;
  /** Beside the primary button: back, cancel. */
  secondary?: ReactNode;
  /**
   * Preview of the result, as far as the input allows. On a desk it is the other half, on a phone it stands between the
   * fields and the button.
   */
  outcome?: ReactNode;
  /** On a phone the button stays within reach of the thumb, above the cabinet's bar. */
  underThumb?: boolean;
};

/** A form in one column. It requires `loading` and `error`, so that no screen forgets to show them. */
export function FormShell(props: Props) {
  const {
    title,
    children,
    onSubmit,
    submitLabel,
    loading,
    error,
    ownFields = [],
    disabledReason,
    secondary,
    outcome,
    underThumb = false,
  } = props;
  // A keyboard user who submits continues at what replaces the form.
  const submitButton = useHandOnFocus<HTMLButtonElement>();
  const foreign = Object.entries(error?.fields ?? {})
    .filter(([field]) => !ownFields.includes(field))
    .flatMap(([, sentences]) => sentences);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!loading && !disabledReason) onSubmit();
  }

  const body = (
    <>
      {title && <h2 className={styles.title}>{title}</h2>}
      {children}
      {foreign.length > 0 && (
        <div role="alert">
          <ul className={styles.errors}>
            {foreign.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {error?.message && Object.keys(error.fields ?? {}).length === 0 && (
        <Notice tone="error">{error.message}</Notice>
      )}
    </>
  );
  return (
    <form
      className={joinClasses(styles.form, outcome && styles.halves, underThumb && styles.underThumb)}
      onSubmit={submit}
      noValidate
    >
      {outcome ? <div className={styles.fields}>{body}</div> : body}
      {outcome && <div className={styles.outcome}>{outcome}</div>}
      <div className={styles.actions}>
        <Button
          ref={submitButton}
          type="submit"
          variant="primary"
          pending={loading}
          disabled={Boolean(disabledReason)}
          disabledReason={disabledReason ?? ''}
        >
          {submitLabel}
        </Button>
        {secondary}
      </div>
    </form>
  );
}
