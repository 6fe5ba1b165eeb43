import type { FormEvent, ReactNode } from 'react';
import { joinClasses } from '../lib/join-classes.ts';
import { useHandOnFocus } from '../lib/use-hand-on-focus.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/states/Notice.tsx';
import { listForeign, useSubmit, type Form, type FormError } from './use-form.ts';
import styles from './FormShell.module.css';

export type FormShellProps<Values extends object> = {
  title?: ReactNode;
  children: ReactNode;
  /** Values and problems of the fields; a form without fields has none. */
  form?: Form<Values>;
  /** The request that the form sends: whether it is on its way, and what was refused. */
  action: { isPending: boolean; error: FormError | null };
  onSubmit: (values: Values) => void;
  /** Fields outside `form` that show their own errors. */
  ownFields?: readonly string[];
  /** Called when the user changes a field: another input may be another request. */
  onChange?: (values: Values) => void;
  submitLabel: string;
  /** Why the form cannot be sent yet, null when it can. */
  disabledReason?: string | null;
  /** Buttons beside the primary one, such as back or cancel. */
  secondary?: ReactNode;
  /**
   * Preview of the result, as far as the input allows. On a desk it is the other half, on a phone it stands between the
   * fields and the button.
   */
  outcome?: ReactNode;
  /** On a phone the button stays within reach of the thumb, above the cabinet's bar. */
  underThumb?: boolean;
};

/** A form that leads to the next step and sends nothing. */
export const NO_REQUEST = { isPending: false, error: null };

/** A form in one column. It requires `action`, so that no screen forgets to show what is pending or refused. */
export function FormShell<Values extends object>(props: FormShellProps<Values>) {
  const {
    title,
    children,
    form,
    action: { isPending, error },
    onSubmit,
    onChange,
    ownFields = [],
    submitLabel,
    disabledReason,
    secondary,
    outcome,
    underThumb = false,
  } = props;
  const { formRef, submit } = useSubmit(form, { error, onSubmit, onChange });
  // A keyboard user who submits continues at what replaces the form.
  const submitButton = useHandOnFocus<HTMLButtonElement>();

  function send(event: FormEvent) {
    event.preventDefault();
    if (!isPending && !disabledReason) submit();
  }

  const body = (
    <>
      {title && <h2 className={styles.title}>{title}</h2>}
      {children}
      <ForeignRefusals
        list={() =>
          form
            ? listForeign(form.shell, ownFields)
            : Object.entries(error?.fields ?? {})
                .filter(([field]) => !ownFields.includes(field))
                .flatMap(([, sentences]) => sentences)
        }
      />
      {error?.message && Object.keys(error.fields ?? {}).length === 0 && (
        <Notice tone="error">{error.message}</Notice>
      )}
    </>
  );
  return (
    <form
      ref={formRef}
      className={joinClasses(styles.form, outcome && styles.halves, underThumb && styles.underThumb)}
      onSubmit={send}
      noValidate
    >
      {outcome ? <div className={styles.fields}>{body}</div> : body}
      {outcome && <div className={styles.outcome}>{outcome}</div>}
      <div className={styles.actions} data-foot data-print="hide">
        <Button
          ref={submitButton}
          type="submit"
          variant="primary"
          pending={isPending}
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

/** Refusals that no field shows. It stands behind the fields, so that it is rendered when all of them are. */
function ForeignRefusals({ list }: { list: () => readonly string[] }) {
  const sentences = list();
  if (sentences.length === 0) return null;
  return (
    <div role="alert">
      <ul className={styles.errors}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
