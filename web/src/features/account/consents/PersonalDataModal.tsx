import { useState } from 'react';
import { useNavigate } from 'react-router';
import { giveConsent, readConsent, withdrawConsent } from '#contract/identity/consents.ts';
import { endSession } from '../../../state/end-session.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Paragraphs } from '../../../ui/text/Paragraphs.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';

type Props = { opened: boolean; onClose: () => void };

/** The consent to the processing of personal data: read it, give it by ticking its own box, withdraw it. */
export function PersonalDataModal({ opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Согласие на обработку персональных данных" size="wide">
      {opened && <Consent onDone={onClose} />}
    </Modal>
  );
}

function Consent({ onDone }: { onDone: () => void }) {
  const [leaving, setLeaving] = useState(false);
  const consent = useRead(readConsent);
  if (leaving) return <Withdraw onStay={() => setLeaving(false)} />;
  if (consent.isPending) return <ListSkeleton />;
  if (!consent.data)
    return <LoadError onReload={() => void consent.refetch()} reloading={consent.isFetching} />;
  const { version, text, given_at: givenAt } = consent.data.data;
  return (
    <Stack>
      <Paragraphs text={text} untitled />
      {givenAt ? (
        <Row>
          <span>
            Дано <DateText value={givenAt} style="long" />
          </span>
          <Button variant="quiet" onClick={() => setLeaving(true)}>
            Отозвать согласие
          </Button>
        </Row>
      ) : (
        <GiveConsent key={version} version={version} onDone={onDone} />
      )}
    </Stack>
  );
}

function GiveConsent({ version, onDone }: { version: number; onDone: () => void }) {
  const form = useForm({
    values: { consent: false },
    check: ({ consent }) => ({ consent: consent ? null : 'Отметьте согласие, если согласны с текстом' }),
  });
  // Reported before the text is read again: with that answer this form is gone.
  const give = useEndpointAction(giveConsent, {
    refresh: [readConsent],
    // The wording may have changed.
    refreshAfter: () => true,
    onAnswer: onDone,
  });
  return (
    <FormShell
      form={form}
      onSubmit={() => give.mutate({ body: { version } })}
      submitLabel="Дать согласие"
      action={give}
    >
      <Checkbox label="Даю согласие на обработку моих персональных данных" {...form.checkbox('consent')} />
    </FormShell>
  );
}

function Withdraw({ onStay }: { onStay: () => void }) {
  const navigate = useNavigate();
  // Also runs when the dialogue was closed meanwhile.
  const withdraw = useEndpointAction(withdrawConsent, {
    onAnswer() {
      endSession();
      void navigate(paths.landing, { replace: true });
    },
  });
  return (
    <Stack>
      <Notice tone="warn" title="Отозвать согласие?">
        Все ваши сеансы завершатся. Карты и средства компании останутся на месте, ими распоряжаются её другие
        пользователи.
      </Notice>
      {withdraw.error && <Notice tone="error">{withdraw.error.message}</Notice>}
      <Row>
        <Button variant="danger" onClick={() => withdraw.mutate({})} pending={withdraw.isPending}>
          Отозвать и выйти
        </Button>
        <Button variant="quiet" onClick={onStay} data-autofocus>
          Не отзывать
        </Button>
      </Row>
    </Stack>
  );
}
