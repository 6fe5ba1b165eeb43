import { useState } from 'react';
import {
  isStaffNotice,
  NOTICE_KINDS,
  NOTICE_RULES,
  type NoticeKind,
} from '#contract/messaging/notice-kinds.ts';
import { countNotices, listNotices, readNotice } from '#contract/messaging/notices.ts';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { paths } from '../../../paths.ts';
import { useRead } from '../../../state/use-call.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Notice as Message } from '../../../ui/states/Notice.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Stack } from '../../../ui/Stack.tsx';
import styles from './NoticeList.module.css';
import type { EndpointData } from '#contract/endpoint.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx';

const REFRESH = [listNotices, countNotices];
/** While nothing is announced. */
const POLL_MS = 20_000;

function listKinds(ofStaff: boolean) {
  const kinds = NOTICE_KINDS.filter((kind) => isStaffNotice(kind) === ofStaff);
  return [
    { value: 'all', label: 'Все события' },
    ...kinds.map((kind) => ({ value: kind, label: NOTICE_RULES[kind].title })),
  ];
}

/** Lists the user's notices, unread first. Each leads to the page where it can be seen or decided. */
export function NoticeList({ ofStaff = false }: { ofStaff?: boolean }) {
  const [kind, setKind] = useState<NoticeKind | 'all'>('all');
  const [page, setPage] = useState(1);
  const query = { page, ...(kind === 'all' ? {} : { kind }) };
  const read = useRead(listNotices, { query }, { refetchMs: POLL_MS, keepPrevious: true });
  const mark = useEndpointAction(readNotice, {
    refresh: REFRESH,
    left: { failed: 'Уведомления не отмечены' },
  });
  const notices = read.data?.data ?? [];
  const unread = read.data?.meta.unread ?? 0;
  const newest = Math.max(0, ...notices.map((notice) => notice.id));
  return (
    <Stack>
      <div className={styles.tools}>
        <Select
          label="Какие события показать"
          labelHidden
          options={listKinds(ofStaff)}
          value={kind}
          onChange={(next) => {
            setKind(next as typeof kind);
            setPage(1);
          }}
        />
        {unread > 0 && kind === 'all' && page === 1 && (
          <Button pending={mark.isPending} onClick={() => mark.mutate({ body: { until: newest } })}>
            Отметить все прочитанными
          </Button>
        )}
        <ButtonLink to={ofStaff ? paths.staffNoticeChoices : paths.noticeChoices} variant="quiet">
          Настроить
        </ButtonLink>
      </div>
      {mark.error && <Message tone="error">{mark.error.message}</Message>}
      {read.isPending ? (
        <ListSkeleton count={4} label="Загружаются уведомления" />
      ) : !read.data ? (
        <LoadError onReload={() => void read.refetch()} reloading={read.isFetching} />
      ) : notices.length === 0 ? (
        <EmptyState title={kind === 'all' ? 'Уведомлений пока нет' : 'Таких уведомлений нет'}>
          {ofStaff
            ? 'Здесь будет то, что ждёт вашего решения: заявки, платежи, движения, разбор.'
            : 'Здесь будут заявки, карты, деньги, документы и доступ: всё, о чём стоит знать.'}
        </EmptyState>
      ) : (
        <Panel variant="flush" aria-label="Уведомления">
          <ul className={styles.list}>
            {notices.map((notice) => (
              <NoticeRow
                key={notice.id}
                notice={notice}
                onOpen={() => !notice.read && mark.mutate({ body: { id: notice.id } })}
              />
            ))}
          </ul>
        </Panel>
      )}
      <Pagination page={page} totalPages={read.data?.meta.pagination.total_pages ?? 1} onChange={setPage} />
    </Stack>
  );
}

type OwnNotice = EndpointData<typeof listNotices>[number];

/** One notice; the whole row is a link. */
function NoticeRow({ notice, onOpen }: { notice: OwnNotice; onOpen: () => void }) {
  const { title, text, path, action, at, read } = notice;
  return (
    <li className={styles.item}>
      <AppLink to={path} className={styles.link} onClick={onOpen}>
        <span className={read ? styles.old : styles.fresh} aria-hidden="true" />
        <span className={styles.words}>
          <span className={styles.title}>
            {!read && <VisuallyHidden>Не прочитано: </VisuallyHidden>}
            {title}
          </span>
          <span className={styles.text}>{text}</span>
          <span className={styles.foot}>
            <DateText value={at} style="datetime" />
            <span>{action}</span>
          </span>
        </span>
      </AppLink>
    </li>
  );
}
