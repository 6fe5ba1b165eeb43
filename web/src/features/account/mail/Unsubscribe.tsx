import { useSearchParams } from 'react-router';
import { readLetterChoices, readMail, unsubscribe, type OptionalEmail } from '#contract/messaging/emails.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { paths } from '../../../paths.ts';
import { useRead } from '../../../state/use-call.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';

/** Opens by the link of an email: shows what may be switched off, and switches it by a click. */
export function Unsubscribe() {
  const token = useSearchParams()[0].get('token') ?? '';
  const query = { token };
  const read = useRead(readLetterChoices, { query }, { enabled: token !== '' });
  const choose = useEndpointAction(unsubscribe, { refresh: [readLetterChoices, readMail] });
  return (
    <Stack>
      <h1 className="type-headline">Какие письма присылать</h1>
      {token === '' || isDead(read.error?.code) ? (
        <>
          <Notice tone="error">
            {read.error?.message ?? 'Ссылка неполная. Откройте её из письма ещё раз'}
          </Notice>
          <Row>
            <ButtonLink to={paths.me} variant="primary">
              Мои данные
            </ButtonLink>
          </Row>
        </>
      ) : read.isPending ? (
        <ListSkeleton count={2} label="Загружается список писем" />
      ) : read.data ? (
        <>
          <p>Для адреса {read.data.data.email}. Снимите отметку, и такие письма больше не придут.</p>
          <Panel aria-label="Письма">
            <EmailChoices
              choices={filterByEmail(read.data.data)}
              sending={choose.isPending ? (choose.variables.body ?? null) : null}
              error={choose.error}
              onChoose={(kind, wanted) => choose.mutate({ query, body: { kind, wanted } })}
            />
          </Panel>
          {choose.data && !choose.isPending && !choose.error && <Notice tone="go">Сохранено</Notice>}
        </>
      ) : (
        <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />
      )}
    </Stack>
  );
}

/** Returns the email that contains the link; the others are chosen in the cabinet. */
function filterByEmail({ kind, choices }: { kind: string; choices: readonly Choice[] }): Choice[] {
  return choices.filter((choice) => choice.kind === kind);
}

function isDead(code: number | undefined): boolean {
  return code === 404 || code === 400;
}

type Choice = { kind: OptionalEmail; title: string; wanted: boolean };

type Props = {
  choices: readonly Choice[];
  /** A choice without an answer yet: shown as if it were accepted. */
  sending: { kind?: unknown; wanted?: unknown } | null;
  error: { message: string } | null;
  onChoose: (kind: OptionalEmail, wanted: boolean) => void;
};

/** Emails that can be switched off. The others are named, so that users do not search for them. */
function EmailChoices({ choices, sending: pending, error, onChoose }: Props) {
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
