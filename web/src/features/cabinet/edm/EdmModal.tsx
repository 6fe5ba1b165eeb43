import { useEffect, useEffectEvent, useState } from 'react';
import { readEdm, requestEdm } from '#contract/papers/edm.ts';
import { EDM_MODAL_CLOSES_SECONDS } from '#contract/limits.ts';
import { readClient } from '#contract/money/money.ts';
import { SMS_MESSAGES } from '#contract/identity/sms-code.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useSmsCode } from '../../../state/use-sms-code.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { SmsStep } from '../../../forms/SmsStep.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { DialogFoot } from '../../../ui/layers/DialogFoot.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Stack } from '../../../ui/Stack.tsx';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** Phone that receives the code: `+7 (900) ***-**-01`. */
  phone: string | undefined;
};

/** Electronic document exchange: offer, code and consent, sent, closes after 7 s (spec section 4). */
export function EdmModal({ opened, onClose, phone }: Props) {
  const [step, setStep] = useState<'offer' | 'code' | 'sent'>('offer');
  const request = useEndpointAction(requestEdm, {
    refresh: [readClient, readEdm],
    left: { failed: 'Запрос на подключение ЭДО не отправлен' },
  });
  const close = () => {
    onClose();
    setStep('offer');
    request.reset();
  };
  return (
    <Modal opened={opened} onClose={close} title="Электронный документооборот" busy={request.isPending}>
      {step === 'offer' && <EdmOffer onAgree={() => setStep('code')} />}
      {step === 'code' && <ConfirmRequest request={request} phone={phone} onSent={() => setStep('sent')} />}
      {step === 'sent' && <EdmSent onClose={close} />}
    </Modal>
  );
}

function EdmOffer({ onAgree }: { onAgree: () => void }) {
  return (
    <Stack>
      <p>
        Накладные, счета-фактуры и акты приходят через оператора ЭДО с электронной подписью. Они равны
        бумажным, по ним принимают НДС к вычету, и ждать почту не нужно.
      </p>
      <p className="ink-2">Подключение бесплатное. Запрос подтверждается кодом из СМС.</p>
      <DialogFoot>
        <Button variant="primary" onClick={onAgree} data-autofocus>
          Подключить ЭДО
        </Button>
      </DialogFoot>
    </Stack>
  );
}

type ConfirmProps = {
  request: ReturnType<typeof useEndpointAction<typeof requestEdm>>;
  phone: string | undefined;
  onSent: () => void;
};

function ConfirmRequest({ request, phone, onSent }: ConfirmProps) {
  const [consent, setConsent] = useState(false);
  const [missing, setMissing] = useState<{ code?: string; consent?: string }>({});
  const sms = useSmsCode({ purpose: 'edm' }, request);
  const { code } = sms;

  function submit() {
    const found = {
      ...(code === '' ? { code: SMS_MESSAGES.required } : {}),
      ...(consent ? {} : { consent: 'Нужно согласие на подключение' }),
    };
    setMissing(found);
    if (Object.keys(found).length === 0) request.mutate({ body: { sms: code } }, { onSuccess: onSent });
  }

  return (
    <FormShell onSubmit={submit} submitLabel="Отправить запрос" action={request} ownFields={['sms']}>
      <SmsStep
        confirms="Подключение электронного документооборота"
        phone={phone}
        {...sms}
        action={request}
        error={code === '' ? missing.code : null}
      />
      <Checkbox
        label="Согласен получать документы в электронном виде"
        checked={consent}
        onChange={setConsent}
        error={consent ? null : (missing.consent ?? null)}
      />
    </FormShell>
  );
}

function EdmSent({ onClose }: { onClose: () => void }) {
  // The seven seconds count from the success, not from each render.
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const timer = setTimeout(() => close(), EDM_MODAL_CLOSES_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Stack>
      <Notice tone="go" title="Запрос отправлен">
        Оператор ЭДО пришлёт вашей компании приглашение. Как только обмен начнётся, услуга станет
        подключённой.
      </Notice>
      <Button onClick={onClose}>Закрыть</Button>
    </Stack>
  );
}
