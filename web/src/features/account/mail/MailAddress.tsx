import { useState } from 'react';
import type { z } from 'zod';
import { readMail, resendMailLink } from '#contract/messaging/emails.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { paths } from '../../../paths.ts';
import { useOperator } from '../../../state/use-operator.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import styles from './MailAddress.module.css';
import { MailForm } from './MailForm.tsx';

export type OwnMail = z.output<NonNullable<(typeof readMail)['data']>>;

/**
 * Shows the user's address with its state, and offers to resend the email with the link or to enter another address.
 */
export function MailAddress({ mail }: { mail: OwnMail }) {
  const [changing, setChanging] = useState(false);
  const [sent, setSent] = useState(false);
  const { devMail } = useOperator();
  const resend = useEndpointAction(resendMailLink, {
    refresh: [readMail],
    left: { failed: 'Письмо со ссылкой не отправлено' },
  });
  const done = () => {
    setChanging(false);
    setSent(true);
  };
  if (changing || mail.email === null) {
    return (
      <MailForm
        before={mail.email}
        onDone={done}
        onCancel={mail.email === null ? null : () => setChanging(false)}
      />
    );
  }
  const confirmed = mail.state === 'confirmed';
  return (
    <Stack>
      <div className={styles.address}>
        <span className={styles.email}>{mail.email}</span>
        <StatusLabel tone={TONES[mail.state]}>{STATE_LABELS[mail.state]}</StatusLabel>
      </div>
      {mail.state === 'waiting' && (
        <p>
          {mail.asked_at ? (
            <>
              Мы отправили письмо со ссылкой <DateText value={mail.asked_at} style="datetime" />. Откройте её:
              пока адрес не подтверждён, другие письма не приходят.
            </>
          ) : (
            'Подтвердите адрес, чтобы получать письма: мы отправим на него ссылку.'
          )}
          {devMail && (
            <>
              {' '}
              Здесь письма видны{' '}
              <TextLink to={paths.devMail} target="_blank">
                на странице разработчика
              </TextLink>
              .
            </>
          )}
        </p>
      )}
      {mail.state === 'refused' && (
        <p>Почтовый сервер не принял письмо со ссылкой. Проверьте адрес и укажите его снова.</p>
      )}
      {resend.error && <Notice tone="error">{resend.error.message}</Notice>}
      {sent && !confirmed && !resend.error && (
        <Notice tone="go">Письмо со ссылкой отправлено. Если его нет, проверьте папку «Спам»</Notice>
      )}
      <Row>
        {!confirmed && (
          <Button
            pending={resend.isPending}
            onClick={() => {
              setSent(false);
              resend.mutate({}, { onSuccess: () => setSent(true) });
            }}
          >
            {mail.asked_at ? 'Отправить ещё раз' : 'Отправить ссылку'}
          </Button>
        )}
        <Button
          variant={confirmed ? 'secondary' : 'quiet'}
          onClick={() => setChanging(true)}
          aria-label="Изменить почту"
        >
          Изменить
        </Button>
      </Row>
    </Stack>
  );
}

const TONES: Record<OwnMail['state'], StatusTone> = {
  none: 'neutral',
  waiting: 'wait',
  refused: 'stop',
  confirmed: 'go',
};

const STATE_LABELS: Record<OwnMail['state'], string> = {
  none: 'не указана',
  waiting: 'ждёт подтверждения',
  refused: 'письмо не доставлено',
  confirmed: 'подтверждена',
};
