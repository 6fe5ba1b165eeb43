import type { OptionalEmail } from '#contract/emails.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Stack } from '../../ui/Stack.tsx';

export type Choice = { kind: OptionalEmail; title: string; wanted: boolean };

type Props = {
  choices: readonly Choice[];
  /** A choice without an answer yet: shown as if it were accepted. */
  sending: { kind?: unknown; wanted?: unknown } | null;
  error: { message: string } | null;
  onChoose: (kind: OptionalEmail, wanted: boolean) => void;
};

/** Emails that can be switched off. The others are named, so that users do not search for them. */
export function EmailChoices({ choices, sending: pending, error, onChoose }: Props) {
  return (
    <Stack>
      {choices.map(({ kind, title, wanted }) => (
        <Checkbox
          key={kind}
          label={title}
          checked={pending?.kind === kind ? pending.wanted === true : wanted}
          // Not disabled: the focus stays.
          onChange={(next) => pending || onChoose(kind, next)}
        />
      ))}
      {error && <Notice tone="error">{error.message}</Notice>}
      <p className="ink-2">
        Письма о безопасности, долгах и блокировках и ссылки для подтверждения почты приходят всегда.
      </p>
    </Stack>
  );
}
