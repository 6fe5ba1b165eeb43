import { useLocation, useSearchParams } from 'react-router';
import { confirmMailing, leaveMailing, readMailingLink } from '#contract/insights/mailings.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button } from '../../../ui/Button.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';

/**
 * Page of an email's link: `#token` lets the reports come, `?token=` ends them. Each takes a click, because scanners
 * open every link.
 */
export function MailingByLink() {
  // The token follows `#`: no intermediary sees it, not even our own server before the click.
  const requested = useLocation().hash.slice(1);
  const token = useSearchParams()[0].get('token') ?? '';
  if (requested !== '') return <Confirm token={requested} />;
  if (token !== '') return <LeaveMailing token={token} />;
  return <Notice tone="error">Ссылка неполная. Откройте её из письма ещё раз</Notice>;
}

function Confirm({ token }: { token: string }) {
  const confirm = useEndpointAction(confirmMailing, { answersFirst: true, refresh: [] });
  const done = confirm.data?.data;
  if (done)
    return (
      <Stack>
        <h1 className="type-headline">Отчёты будут приходить</h1>
        <div role="status">
          Отчёт «{done.title}» компании {done.company} придёт на {done.email} в свой час.
        </div>
      </Stack>
    );
  return (
    <Stack>
      <h1 className="type-headline">Получать отчёт на этот адрес?</h1>
      <p>
        Нажмите кнопку, и отчёты, о которых говорит письмо, начнут приходить. Отписаться можно в любом из них.
      </p>
      {confirm.error && <Notice tone="error">{confirm.error.message}</Notice>}
      <Row>
        <Button
          variant="primary"
          pending={confirm.isPending}
          onClick={() => confirm.mutate({ body: { token } })}
        >
          Получать отчёты
        </Button>
      </Row>
    </Stack>
  );
}

function LeaveMailing({ token }: { token: string }) {
  const query = { token };
  const read = useRead(readMailingLink, { query });
  const leave = useEndpointAction(leaveMailing, { refresh: [readMailingLink] });
  const back = useEndpointAction(confirmMailing, { refresh: [readMailingLink] });
  if (read.error?.code === 404 || read.error?.code === 400)
    return (
      <Stack>
        <h1 className="type-headline">Ссылка не работает</h1>
        <Notice tone="error">{read.error.message}</Notice>
      </Stack>
    );
  if (read.error && !read.data)
    return <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />;
  if (!read.data) return <ListSkeleton count={1} label="Загружается рассылка" />;
  const { email, title, company, state } = read.data.data;
  const failed = leave.error ?? back.error;
  const has = state !== 'left';
  return (
    <Stack>
      <h1 className="type-headline">{has ? 'Больше не присылать отчёт?' : 'Вы отписались'}</h1>
      <p role="status">
        {has
          ? `Отчёт «${title}» компании ${company} приходит на ${email}.`
          : `Отчёт «${title}» компании ${company} больше не придёт на ${email}.`}
      </p>
      {failed && <Notice tone="error">{failed.message}</Notice>}
      <Row>
        {has ? (
          <Button variant="primary" pending={leave.isPending} onClick={() => leave.mutate({ query })}>
            Больше не присылать
          </Button>
        ) : (
          <Button pending={back.isPending} onClick={() => back.mutate({ body: { token } })}>
            Присылать снова
          </Button>
        )}
      </Row>
    </Stack>
  );
}
