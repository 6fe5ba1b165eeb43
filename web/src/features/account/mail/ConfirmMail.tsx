import { useLocation } from 'react-router';
import { confirmMail, readMail } from '#contract/messaging/emails.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { paths } from '../../../paths.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';

/** Confirms by a click: a scanner of emails that opens the link confirms nothing. */
export function ConfirmMail() {
  // The token follows `#`: no intermediary sees it, not even our own server before the click.
  const token = useLocation().hash.slice(1);
  const confirm = useEndpointAction(confirmMail, { refresh: [readMail], answersFirst: true });
  const email = confirm.data?.data.email;
  const isUsed = confirm.error?.code === 409;
  if (email !== undefined || isUsed) {
    return (
      <Stack>
        <h1 className="type-headline">Почта подтверждена</h1>
        <div role="status">
          {email === undefined
            ? 'Эта ссылка уже сработала: больше ничего делать не нужно.'
            : `Письма о вашей компании будут приходить на ${email}.`}
        </div>
        <Row>
          <ButtonLink to={paths.cabinet} variant="primary">
            В личный кабинет
          </ButtonLink>
        </Row>
      </Stack>
    );
  }
  return (
    <Stack>
      <h1 className="type-headline">Подтвердите почту</h1>
      {token === '' ? (
        <Notice tone="error">
          Ссылка неполная. Откройте её из письма ещё раз или скопируйте адрес целиком
        </Notice>
      ) : (
        <p>Нажмите кнопку, и письма о вашей компании будут приходить на этот адрес.</p>
      )}
      {confirm.error && <Notice tone="error">{confirm.error.message}</Notice>}
      <Row>
        {token !== '' && confirm.error?.code !== 404 && (
          <Button
            variant="primary"
            pending={confirm.isPending}
            onClick={() => confirm.mutate({ body: { token } })}
          >
            Подтвердить почту
          </Button>
        )}
        {(token === '' || confirm.error?.code === 404) && (
          <ButtonLink to={paths.me} variant="primary">
            Мои данные
          </ButtonLink>
        )}
      </Row>
    </Stack>
  );
}
